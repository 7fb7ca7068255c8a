import { headers } from "next/headers";
import type { ProviderId } from "./provider-buttons";

/** Returns the configured identity providers, which the proxy passes in a header. */
export const readProviders = async (): Promise<ProviderId[]> =>
  ((await headers()).get("x-sign-in-with") ?? "").split(",").filter(Boolean) as ProviderId[];
