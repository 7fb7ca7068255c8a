import { env } from "@/server/core/env";
import { invalidInput } from "@/server/core/problem";
import { BlockedAddressError, createGuard, type Guard } from "@/server/outside/guard";
import { parsePrivateHosts } from "@/server/outside/private-hosts";
import type { AddWebhook, ChangeWebhook } from "./contract";

const patienceMs = 5_000;

const refuse = (message: string): never => {
  throw invalidInput([{ path: "url", message }]);
};

/** Lets through what the operator's own hosts are, and public addresses. */
export const webhookGuard = (): Guard => createGuard(parsePrivateHosts(env.SCAN_PRIVATE_HOSTS));

const portOf = ({ port, protocol }: URL): number => Number(port) || (protocol === "https:" ? 443 : 80);

/** The addresses of a host; none when it can't be told now. Throws BlockedAddressError. */
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

/** Whether an address may be spoken to without TLS: every one it has is a host that the operator allowed. */
export const mayBePlain = async (url: URL): Promise<boolean> => {
  const host = url.hostname.replace(/^\[|\]$/g, "");
  const hosts = parsePrivateHosts(env.SCAN_PRIVATE_HOSTS);
  const addresses = await addressesOf(url);
  return addresses.length > 0 && addresses.every((address) => hosts.allows(host, address, portOf(url)));
};

/**
 * The one form an address is kept in. Throws `invalid_input` for a private one, and for http where it is not the
 * operator's own. A name that does not resolve now may do so later; every delivery checks again.
 */
const normaliseAddress = async (input: string): Promise<string> => {
  const url = new URL(input);
  if (url.username || url.password) refuse("Leave user name and password out of the address.");
  url.hash = "";
  try {
    await addressesOf(url);
    if (url.protocol === "http:" && !(await mayBePlain(url)))
      refuse("Use https. The operator can allow http for hosts of their own in SCAN_PRIVATE_HOSTS.");
  } catch (error) {
    if (error instanceof BlockedAddressError)
      refuse("This address is private. The operator can allow it in SCAN_PRIVATE_HOSTS.");
    throw error;
  }
  return url.href;
};

export const checkAddress = ({ url }: AddWebhook): Promise<string> => normaliseAddress(url);

export const checkNewAddress = async ({ url }: ChangeWebhook): Promise<string | undefined> =>
  url === undefined ? undefined : normaliseAddress(url);
