import { createHmac } from "node:crypto";

/** Serialises a value from `JSON.parse` as JSON with sorted keys (RFC 8785). */
export const canonicalJson = (value: unknown): string => {
  if (Array.isArray(value)) return `[${value.map((item) => canonicalJson(item ?? null)).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const pairs = Object.entries(value)
    .filter(([, item]) => item !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, item]) => `${JSON.stringify(key)}:${canonicalJson(item)}`);
  return `{${pairs.join(",")}}`;
};

/**
 * Returns a request signed as Inngest signs its own: HMAC-SHA256 over the canonical body and the time in seconds, keyed
 * by the signing key without its `signkey-…-` prefix (SDK_SPEC.md §4.1).
 */
export const signedRequest = (
  method: "POST" | "PUT",
  url: URL,
  body: unknown,
  signingKey: string,
  headers: Record<string, string>,
): Request => {
  const text = canonicalJson(body);
  const seconds = Math.floor(Date.now() / 1000).toString();
  const signature = createHmac("sha256", signingKey.replace(/^signkey-\w+-/, ""))
    .update(text)
    .update(seconds)
    .digest("hex");
  return new Request(url, {
    method,
    body: text,
    headers: {
      ...headers,
      "content-type": "application/json",
      host: url.host,
      "x-inngest-server-kind": "cloud",
      "x-inngest-signature": `t=${seconds}&s=${signature}`,
    },
  });
};
