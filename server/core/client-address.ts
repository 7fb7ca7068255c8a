import type { IncomingMessage } from "node:http";
import { isIPv6 } from "node:net";

/** Headers a caller could use to pass for somebody else; ours to set. */
const forwarded = [
  "x-forwarded-for",
  "x-forwarded-host",
  "x-forwarded-proto",
  "x-forwarded-port",
  "x-real-ip",
  "forwarded",
];

/** The first four groups of an IPv6 address: its /64, which one client has as a whole (contract §8). */
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

/** Some proxies write the client's port behind its address, which is another one with every connection. */
const withoutPort = (entry: string): string =>
  entry
    .replace(/^"|"$/g, "")
    .replace(/^\[([^\]]*)\](?::\d+)?$/, "$1")
    .replace(/^(\d+(?:\.\d+){3}):\d+$/, "$1");

/** What a client is counted by: an IPv4 address, or the /64 of an IPv6 one. */
export const clientKey = (address: string): string => {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, "").replace(/%.*$/, "");
  return isIPv6(plain) ? networkOf(plain) : plain;
};

/**
 * Address of the client: that of the socket, or the entry of X-Forwarded-For that so many trusted proxies vouch for.
 * Entries further left were written by the client itself and never count.
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

/** Writes the client's address where createCallContext reads it, over whatever the caller sent under that name. */
export const markClient = (request: IncomingMessage, trustedHops: number): void => {
  request.headers["x-client-ip"] = clientAddress(request, trustedHops);
  if (trustedHops === 0) for (const name of forwarded) delete request.headers[name];
};
