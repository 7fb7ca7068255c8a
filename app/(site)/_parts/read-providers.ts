import { headers } from "next/headers";
import type { ProviderId } from "./provider-buttons";

/** The configured identity providers, as the middleware tells them. */
export const readProviders = async (): Promise<ProviderId[]> =>
  ((await headers()).get("x-sign-in-with") ?? "").split(",").filter(Boolean) as ProviderId[];
