import { env } from "@/server/core/env";
import { invalidInput } from "@/server/core/problem";
import { CREDENTIALS_IN_URL, hasNoCredentials } from "@/server/core/web-address";
import { BlockedAddressError, createGuard, type Guard } from "@/server/outside/guard";
import { type PrivateHosts, parsePrivateHosts } from "@/server/outside/private-hosts";
import type { AddWebhook, ChangeWebhook } from "./contract";

const patienceMs = 5_000;

const refuse = (message: string): never => {
  throw invalidInput([{ path: "url", message }]);
};

const privateHosts = (): PrivateHosts => parsePrivateHosts(env.WEBHOOK_PRIVATE_HOSTS ?? env.SCAN_PRIVATE_HOSTS);

/**
 * Returns a guard that allows public IP addresses and the operator's own hosts, and calls `onPrivate` whenever it
 * allows one of the operator's hosts.
 */
export const webhookGuard = (onPrivate?: () => void): Guard => {
  const hosts = privateHosts();
  return createGuard({
    allows: (...place) => {
      const isAllowed = hosts.allows(...place);
      if (isAllowed) onPrivate?.();
      return isAllowed;
    },
  });
};

const portOf = ({ port, protocol }: URL): number => Number(port) || (protocol === "https:" ? 443 : 80);

/** Returns the IP addresses of a host, or none if it can't be resolved at the moment. Throws BlockedAddressError. */
const addressesOf = async (url: URL): Promise<string[]> => {
  const late = new Promise<string[]>((resolve) => setTimeout(resolve, patienceMs, []).unref());
  const found = webhookGuard()
    .resolve(url.hostname, portOf(url))
    .catch((error: unknown) => {
      if (error instanceof BlockedAddressError) throw error;
      return [];
    });
  return Promise.race([found, late]);
};

/**
 * Reports whether a URL can use http, which requires the operator to have allowed the host and all its IP addresses.
 */
export const mayBePlain = async (url: URL): Promise<boolean> => {
  const host = url.hostname.replace(/^\[|\]$/g, "");
  const hosts = privateHosts();
  const addresses = await addressesOf(url);
  return addresses.length > 0 && addresses.every((address) => hosts.allows(host, address, portOf(url)));
};

/**
 * Normalises a URL for storage. Throws `invalid_input` for a private IP address, and for http unless the host is the
 * operator's own. Accepts a host name that doesn't resolve to a public address, because every delivery checks it again
 * and the response mustn't reveal which private names exist.
 */
const normaliseAddress = async (input: string): Promise<string> => {
  const url = new URL(input);
  if (!hasNoCredentials(input)) refuse(CREDENTIALS_IN_URL);
  url.hash = "";
  try {
    await addressesOf(url);
    if (url.protocol === "http:" && !(await mayBePlain(url)))
      refuse("Use https. The operator can allow http for their own hosts by listing them in WEBHOOK_PRIVATE_HOSTS.");
  } catch (error) {
    if (error instanceof BlockedAddressError) refuse(error.message);
    throw error;
  }
  return url.href;
};

export const checkAddress = ({ url }: AddWebhook): Promise<string> => normaliseAddress(url);

export const checkNewAddress = async ({ url }: ChangeWebhook): Promise<string | undefined> =>
  url === undefined ? undefined : normaliseAddress(url);
