/** What consent is asked for: to read, and to change nothing. */
export const scope = "https://www.googleapis.com/auth/webmasters.readonly";

/** What the rows of an answer are about; several are combined, in their order. */
export const dimensions = ["query", "page", "country", "device", "date"] as const;
export type Dimension = (typeof dimensions)[number];

export interface Tokens {
  access_token: string;
  /** Null when the provider gave no new one: the one before stays good. */
  refresh_token: string | null;
  expires_at: Date;
  scopes: readonly string[];
}

/** A website as the provider knows it: `https://shop.example/` and what lies below, or `sc-domain:shop.example`. */
export interface Property {
  property: string;
  permission: string;
}

export interface Question {
  property: string;
  /** First and last day, YYYY-MM-DD, as they are on the US West Coast. */
  from: string;
  to: string;
  /** None gives one row with the totals. */
  dimensions: readonly Dimension[];
  /** Rows to leave out, and rows to give: at most 25,000. */
  start: number;
  limit: number;
}

export interface AnswerRow {
  keys: string[];
  clicks: number;
  impressions: number;
  /** From 0 to 1. */
  ctr: number;
  /** Mean place in the results, from 1. */
  position: number;
}

/**
 * Figures from a search engine about websites whose owner consented. A provider that fails is AppError
 * `upstream_failed` with `details: { retryable: boolean, status: number | null, retry_after_seconds?: number }`. A
 * token, or a code, that it no longer takes is `conflict` with `details: { reason: "refused" }`; a property that the
 * token's owner may not read is `conflict` with `details: { reason: "no_access" }`.
 */
export interface SearchConsole {
  kind: "google";
  location: string;
  /** The page that asks for consent; it sends the browser back with `state`. */
  consentUrl(given: { state: string; codeChallenge: string }): Promise<string>;
  /** Works once a code. */
  exchangeCode(given: { code: string; codeVerifier: string }): Promise<Tokens>;
  refresh(refreshToken: string): Promise<Tokens>;
  /** Ends the consent that a token came from. A token that is over already is fine. */
  revoke(token: string): Promise<void>;
  listProperties(accessToken: string): Promise<Property[]>;
  ask(accessToken: string, question: Question): Promise<AnswerRow[]>;
}
