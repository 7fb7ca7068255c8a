/** The OAuth scope requested: read-only. */
export const scope = "https://www.googleapis.com/auth/webmasters.readonly";

/** Dimensions of the rows in a response; several are combined, in the order given. */
export const dimensions = ["query", "page", "country", "device", "date"] as const;
export type Dimension = (typeof dimensions)[number];

export interface Tokens {
  access_token: string;
  /** Null when the provider issued no new one and the previous one stays valid. */
  refresh_token: string | null;
  expires_at: Date;
  scopes: readonly string[];
}

/** A website as the provider names it: a URL prefix such as `https://shop.example/`, or `sc-domain:shop.example`. */
export interface Property {
  property: string;
  permission: string;
}

export interface Question {
  property: string;
  /** First and last day, YYYY-MM-DD, in US Pacific time. */
  from: string;
  to: string;
  /** An empty list gives one row with the totals. */
  dimensions: readonly Dimension[];
  /** Number of rows to skip, and to return: at most 25,000. */
  start: number;
  limit: number;
}

export interface AnswerRow {
  keys: string[];
  clicks: number;
  impressions: number;
  /** From 0 to 1. */
  ctr: number;
  /** Average position in the results, from 1. */
  position: number;
}

/**
 * Search data of websites whose owner has given consent. If the provider fails, throws AppError `upstream_failed` with
 * `details: { retryable: boolean, status: number | null, retry_after_seconds?: number }`. A token or code it no longer
 * accepts throws `conflict` with `details: { reason: "refused" }`; a property the token's owner may not read throws
 * `conflict` with `details: { reason: "no_access" }`.
 */
export interface SearchConsole {
  kind: "google";
  location: string;
  /** Returns the URL of the consent page, which redirects the browser back with `state`. */
  consentUrl(given: { state: string; codeChallenge: string }): Promise<string>;
  /** Works once per code. */
  exchangeCode(given: { code: string; codeVerifier: string }): Promise<Tokens>;
  refresh(refreshToken: string): Promise<Tokens>;
  /** Revokes the consent that a token came from. Succeeds for a token that is already invalid. */
  revoke(token: string): Promise<void>;
  listProperties(accessToken: string): Promise<Property[]>;
  ask(accessToken: string, question: Question): Promise<AnswerRow[]>;
}
