import { lookup } from "node:dns/promises";
import { isIP, type Socket } from "node:net";
import ipaddr from "ipaddr.js";
import { connectFirst } from "./connect-first";
import { isPublicAddress, type PrivateHosts } from "./private-hosts";

/** Resolves a host name to all its addresses. The default is the system's resolver. */
export type Resolve = (hostname: string) => Promise<string[]>;

/**
 * The message never contains the address, so that it doesn't reveal how names resolve inside the operator's network.
 */
export class BlockedAddressError extends Error {
  override readonly name = "BlockedAddressError";
  readonly code = "EBLOCKED";

  constructor(
    readonly host: string,
    readonly address: string,
    message = "This host is on a private network. The operator can allow it in SCAN_PRIVATE_HOSTS.",
  ) {
    super(message);
  }
}

/**
 * Thrown for a name that resolves to an address that isn't allowed. Its code is the one for an unknown name, and
 * messages don't distinguish the two cases, so that callers can't find out which names exist inside the operator's
 * network.
 */
export class PrivateNameError extends Error {
  override readonly name = "PrivateNameError";
  readonly code = "ENOTFOUND";

  constructor(hostname: string) {
    super(`${hostname} has no public IP address.`);
  }
}

const loopbackNames = /(^|\.)localhost$/i;

/**
 * Reports whether a host name itself shows that the host is private, in which case an error can say so without
 * revealing anything.
 */
const isSelfEvident = (hostname: string): boolean => isIP(hostname) !== 0 || loopbackNames.test(hostname);

const refusalOf = (hostname: string, address: string): Error =>
  isSelfEvident(hostname) ? new BlockedAddressError(hostname, address) : new PrivateNameError(hostname);

export interface Guard {
  /**
   * Returns the addresses of the host. Throws the resolver's error if the name can't be resolved, PrivateNameError if
   * the name resolves to an address that isn't allowed, or BlockedAddressError if the host is such an address itself or
   * the port isn't allowed.
   */
  resolve(hostname: string, port: number): Promise<string[]>;
  /**
   * Opens a TCP connection to an allowed address of the host. Aborting the signal destroys the connection. Throws the
   * same errors as `resolve`, or the last connection error.
   */
  connect(hostname: string, port: number, signal?: AbortSignal): Promise<Socket>;
}

const systemResolve: Resolve = async (hostname) => {
  const found = await lookup(hostname, { all: true });
  return found.map(({ address }) => address);
};

/**
 * Ports of other protocols that outgoing requests could abuse: those blocked by the Fetch standard, and those of Redis
 * and memcached.
 */
const blocked: ReadonlySet<number> = new Set([
  0, 1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102, 103, 104, 109, 110,
  111, 113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179, 389, 427, 465, 512, 513, 514, 515, 526, 530, 531, 532,
  540, 548, 554, 556, 563, 587, 601, 636, 989, 990, 993, 995, 1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061,
  6000, 6379, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080, 11211,
]);

const isBlockedPort = (port: number): boolean => blocked.has(port);

const CONNECT_TIMEOUT_MS = 10_000;

/**
 * Every connection to a host that a caller names must go through this guard. It resolves the name once, requires every
 * address to be public or allowed, and connects to one of these addresses. Later DNS changes therefore have no effect.
 */
export const createGuard = (privateHosts: PrivateHosts, resolveName: Resolve = systemResolve): Guard => {
  const resolve: Guard["resolve"] = async (host, port) => {
    const hostname = host.replace(/^\[|\]$/g, "").replace(/\.$/, "");
    const addresses = isIP(hostname) ? [hostname] : await resolveName(hostname);
    if (addresses.length === 0) throw new PrivateNameError(hostname);
    for (const address of addresses) {
      if (!isPublicAddress(address) && !privateHosts.allows(hostname, address, port)) {
        throw refusalOf(hostname, address);
      }
    }
    const isPublic = addresses.some(isPublicAddress);
    if (isPublic && isBlockedPort(port))
      throw new BlockedAddressError(hostname, `port ${port}`, `Websites don't use port ${port}. Choose another port.`);
    return addresses.map((address) => ipaddr.process(address).toString());
  };
  return {
    resolve,
    connect: async (hostname, port, signal) =>
      connectFirst({ addresses: await resolve(hostname, port), port, timeoutMs: CONNECT_TIMEOUT_MS, signal }),
  };
};
