import { configure } from "./configure";
import { GoogleServer } from "./search-console/server";

export { dayOfFacts } from "./search-console/figures";
export type { GoogleServer } from "./search-console/server";

/**
 * Starts a test double for Google's consent page, token service and Search Console. It validates and stores data as
 * Google does.
 */
export const startGoogle = async (): Promise<GoogleServer> => {
  const google = new GoogleServer();
  await google.start();
  return google;
};

/** Enables search performance in this process, using this Google server. */
export const useGoogle = ({ url, grants }: GoogleServer): void =>
  configure({
    GOOGLE_CLIENT_ID: grants.client.id,
    GOOGLE_CLIENT_SECRET: grants.client.secret,
    GOOGLE_BASE_URL: url,
    GOOGLE_OAUTH_URL: url,
    SEARCH_CONSOLE_URL: url,
  });

/** Disables search performance in this process. */
export const leaveGoogle = (): void => configure({ GOOGLE_CLIENT_ID: undefined, GOOGLE_CLIENT_SECRET: undefined });

/** The person's choice on Google's page. */
export type Choice = "allow" | "part" | "deny";

/** Opens Google's page and makes this choice there. Returns the URL that Google redirects the browser to. */
export const answerConsent = async (page: string, choice: Choice = "allow"): Promise<string> => {
  const shown = await fetch(page);
  const html = await shown.text();
  const hrefs = [...html.matchAll(/href="([^"]+)"/g)].map(([, href = ""]) => href.replaceAll("&amp;", "&"));
  const href = hrefs.find((each) => each.endsWith(`choice=${choice}`));
  if (!href) throw new Error(`Google's page has no such button: ${html}`);
  const answer = await fetch(new URL(href, page), { redirect: "manual" });
  const back = new URL(answer.headers.get("location") ?? "");
  return `${back.pathname}${back.search}`;
};
