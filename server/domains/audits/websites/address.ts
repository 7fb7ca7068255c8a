import { isIP } from "node:net";
import { env } from "@/server/core/env";
import { invalidInput } from "@/server/core/problem";
import { CREDENTIALS_IN_URL, hasNoCredentials } from "@/server/core/web-address";
import { isPublicAddress, parsePrivateHosts } from "@/server/outside/private-hosts";

const refuse = (message: string): never => {
  throw invalidInput([{ path: "url", message }]);
};

const loopbackNames = /(^|\.)localhost\.?$/;

/** Checks only the host as written. For every connection, the scanner's proxy checks what the name resolves to. */
const isReachable = (host: string, port: number): boolean => {
  const address = isIP(host) ? host : loopbackNames.test(host) ? "127.0.0.1" : null;
  if (address === null || isPublicAddress(address)) return true;
  return parsePrivateHosts(env.SCAN_PRIVATE_HOSTS).allows(host, address, port);
};

/** Returns the canonical form in which URLs are stored: no fragment, no credentials, lower-case host. */
export const normaliseAddress = (input: string): string => {
  const url = new URL(input);
  if (!hasNoCredentials(input)) refuse(CREDENTIALS_IN_URL);
  url.hash = "";
  const port = Number(url.port) || (url.protocol === "https:" ? 443 : 80);
  if (!isReachable(url.hostname.replace(/^\[|\]$/g, ""), port))
    refuse("This host is on a private network. The operator can allow it in SCAN_PRIVATE_HOSTS.");
  return url.href;
};
