import { isIP } from "node:net";
import { env } from "@/server/core/env";
import { invalidInput } from "@/server/core/problem";
import { isPublicAddress, parsePrivateHosts } from "@/server/outside/private-hosts";

const refuse = (message: string): never => {
  throw invalidInput([{ path: "url", message }]);
};

const loopbackNames = /(^|\.)localhost\.?$/;

/** As far as the name itself tells; what other names resolve to is checked by the scanner's proxy on every connection. */
const isReachable = (host: string, port: number): boolean => {
  const address = isIP(host) ? host : loopbackNames.test(host) ? "127.0.0.1" : null;
  if (address === null || isPublicAddress(address)) return true;
  return parsePrivateHosts(env.SCAN_PRIVATE_HOSTS).allows(host, address, port);
};

/** The one form an address is kept in: no fragment, no credentials, lower-case host. */
export const normaliseAddress = (input: string): string => {
  const url = new URL(input);
  if (url.username || url.password) refuse("Leave user name and password out of the address.");
  url.hash = "";
  const port = Number(url.port) || (url.protocol === "https:" ? 443 : 80);
  if (!isReachable(url.hostname.replace(/^\[|\]$/g, ""), port))
    refuse("This address is private. The operator can allow it in SCAN_PRIVATE_HOSTS.");
  return url.href;
};
