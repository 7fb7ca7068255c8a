import { lookup } from "node:dns/promises";
import { connect, isIP, type Socket } from "node:net";
import ipaddr from "ipaddr.js";
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
  /** Opens a TCP connection to an allowed address of the host. Throws like `resolve`, or the last connection error. */
  connect(hostname: string, port: number): Promise<Socket>;
}

const systemResolve: Resolve = async (hostname) => {
  const found = await lookup(hostname, { all: true });
  return found.map(({ address }) => address);
};

const CONNECT_TIMEOUT_MS = 10_000;

const connectTo = (host: string, port: number): Promise<Socket> =>
  new Promise((resolve, reject) => {
    const socket = connect({ host, port, noDelay: true });
    const fail = (error: Error) => {
      socket.destroy();
      reject(error);
    };
    socket.setTimeout(CONNECT_TIMEOUT_MS, () => fail(new Error(`${host}:${port} did not answer in time.`)));
    socket.once("error", fail);
    socket.once("connect", () => {
      socket.off("error", fail);
      socket.setTimeout(0);
      resolve(socket);
    });
  });

/**
 * The one way out of the scanner. A name is resolved once, every address it has must be public or allowed, and the
 * connection goes to one of exactly these addresses, so that a second answer of the name server changes nothing.
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
    connect: async (hostname, port) => {
      let lastError: unknown;
      for (const address of await resolve(hostname, port)) {
        try {
          return await connectTo(address, port);
        } catch (error) {
          lastError = error;
        }
      }
      throw lastError;
    },
  };
};
