import { getSearchConsole } from "@/server/adapters/search-console";
import type { Ctx } from "@/server/core/context";
import { makeState } from "./consent-state";

/** Sends the browser to Google's page that asks for consent. */
export const beginConsent = async (ctx: Ctx): Promise<{ location: string }> => {
  const searchConsole = getSearchConsole();
  return { location: await searchConsole.consentUrl(await makeState(ctx)) };
};
