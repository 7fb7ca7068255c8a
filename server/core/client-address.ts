import type { IncomingMessage } from "node:http";
import { isIPv6 } from "node:net";

/**
 * Headers with which a caller could impersonate another client. Only the proxy or this server is allowed to set them.
 */
const forwarded = [
  "x-forwarded-for",
  "x-forwarded-host",
  "x-forwarded-proto",
  "x-forwarded-port",
  "x-real-ip",
  "forwarded",
];

/** Returns the first four groups of an IPv6 address: its /64 network, which belongs to a single client. */
const networkOf = (address: string): string => {
  const [head = "", tail] = address.split("::");
  const before = head ? head.split(":") : [];
  const after = tail ? tail.split(":") : [];
  const zeros = tail === undefined ? 0 : 8 - before.length - after.length;
  const groups = [...before, ...Array<string>(Math.max(0, zeros)).fill("0"), ...after];
  return `${groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group || "0", 16).toString(16))
    .join(":")}::/64`;
};

/** Removes the client's port, which some proxies append to its IP address and which differs with every connection. */
const withoutPort = (entry: string): string =>
  entry
    .replace(/^"|"$/g, "")
    .replace(/^\[([^\]]*)\](?::\d+)?$/, "$1")
    .replace(/^(\d+(?:\.\d+){3}):\d+$/, "$1");

/** Returns the key under which rate limits count a client: an IPv4 address, or the /64 network of an IPv6 address. */
export const clientKey = (address: string): string => {
  const plain = (address.split("%", 1)[0] ?? "").replace(/^::ffff:(?=\d+\.)/i, "");
  return isIPv6(plain) ? networkOf(plain) : plain;
};

/**
 * Returns the `clientKey` of the client's address: the socket's address, or the entry of X-Forwarded-For added by the
 * outermost of `trustedHops` trusted proxies. Entries further left come from the client itself and are ignored.
 */
export const clientAddress = (request: Pick<IncomingMessage, "headers" | "socket">, trustedHops: number): string => {
  const header = request.headers["x-forwarded-for"];
  const chain = (Array.isArray(header) ? header.join(",") : (header ?? ""))
    .split(",")
    .map((part) => withoutPort(part.trim()))
    .filter(Boolean);
  chain.push(request.socket.remoteAddress ?? "unknown");
  return clientKey(chain[Math.max(0, chain.length - 1 - trustedHops)] ?? "unknown");
};

/**
 * Stores the client's IP address in the header that createCallContext reads, and overwrites the header if the caller
 * sent it.
 */
export const markClient = (request: IncomingMessage, trustedHops: number): void => {
  request.headers["x-client-ip"] = clientAddress(request, trustedHops);
  if (trustedHops === 0) for (const name of forwarded) delete request.headers[name];
};
