import { lookup } from "node:dns/promises";
import { isIP, type Socket } from "node:net";
import ipaddr from "ipaddr.js";
import { connectFirst } from "./connect-first";
import { isPublicAddress, type PrivateHosts } from "./private-hosts";

/** Resolves a host name to every address it has; the system's resolver unless a test gives its own. */
export type Resolve = (hostname: string) => Promise<string[]>;

export class BlockedAddressError extends Error {
  override readonly name = "BlockedAddressError";
  readonly code = "EBLOCKED";

  constructor(
    readonly host: string,
    readonly address: string,
  ) {
    super(`${host} leads to ${address}, which is not a public address. SCAN_PRIVATE_HOSTS allows one's own hosts.`);
  }
}

export interface Guard {
  /** Addresses of the host, all of them allowed. Throws BlockedAddressError, or the resolver's error. */
  resolve(hostname: string, port: number): Promise<string[]>;
  /**
   * Opens a TCP connection to an allowed address of the host; the signal destroys it. Throws like `resolve`, or the last
   * connection error.
   */
  connect(hostname: string, port: number, signal?: AbortSignal): Promise<Socket>;
}

const systemResolve: Resolve = async (hostname) => {
  const found = await lookup(hostname, { all: true });
  return found.map(({ address }) => address);
};

const CONNECT_TIMEOUT_MS = 10_000;

/**
 * The one way to addresses that callers name. A name is resolved once, every address it has must be public or allowed,
 * and the connection goes to one of exactly these addresses, so that a second answer of the name server changes nothing.
 */
export const createGuard = (privateHosts: PrivateHosts, resolveName: Resolve = systemResolve): Guard => {
  const resolve: Guard["resolve"] = async (host, port) => {
    const hostname = host.replace(/^\[|\]$/g, "").replace(/\.$/, "");
    const addresses = isIP(hostname) ? [hostname] : await resolveName(hostname);
    if (addresses.length === 0) throw Object.assign(new Error(`${hostname} has no address.`), { code: "ENOTFOUND" });
    for (const address of addresses) {
      if (!isPublicAddress(address) && !privateHosts.allows(hostname, address, port)) {
        throw new BlockedAddressError(hostname, address);
      }
    }
    return addresses.map((address) => ipaddr.process(address).toString());
  };
  return {
    resolve,
    connect: async (hostname, port, signal) =>
      connectFirst({ addresses: await resolve(hostname, port), port, timeoutMs: CONNECT_TIMEOUT_MS, signal }),
  };
};
