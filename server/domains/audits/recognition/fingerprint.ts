import { createHash } from "node:crypto";
import { isUrl } from "@/server/core/is-url";
import { readScanPoint } from "@/server/scanner/journeys/scan-point";
import { readAddress } from "./page-key";

const hash = (parts: readonly unknown[]): string =>
  createHash("sha256").update(JSON.stringify(parts)).digest("base64url");

/** Returns the page's URL without query and fragment. */
const pagePath = (address: string): string => {
  if (!isUrl(address)) return address;
  const { origin, pathname } = new URL(address);
  return `${origin}${pathname}`;
};

/**
 * Returns the fingerprint as computed by earlier versions, which had no signals and treated `?id=1` and `?id=2` as the
 * same page.
 */
export const earlierFingerprint = (ruleId: string, pageUrl: string, selector: string): string =>
  hash([ruleId, pagePath(pageUrl), selector]);

/**
 * Returns the fingerprint of a finding that isn't recognised from an earlier audit. On a page without parameters, the
 * fingerprint is the same as the one that earlier versions computed. A page of a journey is distinguished by the names
 * of the journey and the page, and a page of a single-page app by its route.
 */
export const createFingerprint = (ruleId: string, pageUrl: string, selector: string): string => {
  const point = readScanPoint(pageUrl);
  if (point) return hash([ruleId, pagePath(pageUrl), selector, point.journey, point.page]);
  const { parameters, route } = readAddress(pageUrl);
  if (route !== "") return hash([ruleId, pagePath(pageUrl), selector, parameters, route]);
  return parameters.length === 0
    ? earlierFingerprint(ruleId, pageUrl, selector)
    : hash([ruleId, pagePath(pageUrl), selector, parameters]);
};

/** Returns a fingerprint for a new finding whose own fingerprint already belongs to a different issue. */
export const freshFingerprint = (fingerprint: string, auditId: string): string => hash([fingerprint, auditId]);
