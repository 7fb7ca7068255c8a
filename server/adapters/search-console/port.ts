/** The requested OAuth scope is read-only. */
export const scope = "https://www.googleapis.com/auth/webmasters.readonly";

/** Dimensions of the rows in a response; `keys` contains their values in the order requested. */
export const dimensions = ["query", "page", "country", "device", "date"] as const;
export type Dimension = (typeof dimensions)[number];

export interface Tokens {
  access_token: string;
  /** Null if the provider didn't issue a new refresh token, in which case the previous one stays valid. */
  refresh_token: string | null;
  expires_at: Date;
  scopes: readonly string[];
}

/** A website, in the provider's notation: a URL prefix such as `https://shop.example/`, or `sc-domain:shop.example`. */
export interface Property {
  property: string;
  permission: string;
}

export interface Question {
  property: string;
  /** First and last day, YYYY-MM-DD, in US Pacific time. */
  from: string;
  to: string;
  /** If the list is empty, the response has one row with the totals. */
  dimensions: readonly Dimension[];
  /** `start` is the number of rows to skip, `limit` the number to return, at most 25,000. */
  start: number;
  limit: number;
}

export interface AnswerRow {
  keys: string[];
  clicks: number;
  impressions: number;
  /** Click-through rate, from 0 to 1. */
  ctr: number;
  /** Average position in the results, starting at 1. */
  position: number;
}

/**
 * Search data for websites whose owners have given consent. If the provider fails, throws AppError `upstream_failed`
 * with `details: { retryable: boolean, status: number | null, retry_after_seconds?: number }`. If the provider no
 * longer accepts a token or code, throws `conflict` with `details: { reason: "refused" }`; if the token's owner isn't
 * allowed to read a property, throws `conflict` with `details: { reason: "no_access" }`.
 */
export interface SearchConsole {
  kind: "google";
  location: string;
  /** Returns the URL of the consent page, which redirects the browser back with `state`. */
  consentUrl(given: { state: string; codeChallenge: string }): Promise<string>;
  /** A code can be exchanged only once. */
  exchangeCode(given: { code: string; codeVerifier: string }): Promise<Tokens>;
  refresh(refreshToken: string): Promise<Tokens>;
  /** Revokes the consent that a token is based on. Succeeds if the token is already invalid. */
  revoke(token: string): Promise<void>;
  listProperties(accessToken: string): Promise<Property[]>;
  queryRows(accessToken: string, question: Question): Promise<AnswerRow[]>;
}
