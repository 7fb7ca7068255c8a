import type { Journey, JourneyStep } from "../journey-contract";

/** A page of an audit that a journey leads to. */
export interface ScanPoint {
  journey: string;
  /** Name of the scan step. */
  page: string;
}

/** The part of a scan point's URL before the names of the journey and the page. */
export const JOURNEY_PREFIX = "#/journeys/";

/**
 * Returns the URL that identifies a scan point. It doesn't depend on the page's actual URL, which other pages may share
 * and which may contain an order number. The fragment of the returned URL has the form of a route, so that it isn't
 * ignored when pages are compared.
 */
export const scanPointUrl = (websiteUrl: string, { journey, page }: ScanPoint): string => {
  const url = new URL(websiteUrl);
  url.search = "";
  url.hash = "";
  return `${url.href}${journeyPart(journey)}${encodeURIComponent(page)}`;
};

/** Returns the part of a URL that all pages of a journey have in common and that no other journey's pages have. */
export const journeyPart = (journey: string): string => `${JOURNEY_PREFIX}${encodeURIComponent(journey)}/`;

/** Returns the scan point that a URL identifies; null for URLs of other pages. */
export const readScanPoint = (url: string): ScanPoint | null => {
  const start = url.indexOf(JOURNEY_PREFIX);
  if (start < 0) return null;
  const parts = url.slice(start + JOURNEY_PREFIX.length).split("/");
  if (parts.length !== 2) return null;
  try {
    const [journey = "", page = ""] = parts.map(decodeURIComponent);
    return journey === "" || page === "" ? null : { journey, page };
  } catch {
    return null;
  }
};

/** Returns the page name that a scan point has in the audit. */
export const nameScanPoint = ({ journey, page }: ScanPoint): string => `${journey}: ${page}`;

const isScan = (step: JourneyStep): step is Extract<JourneyStep, { action: "scan" }> => step.action === "scan";

export const listScanPoints = ({ name, steps }: Journey): ScanPoint[] =>
  steps.filter(isScan).map((step) => ({ journey: name, page: step.name }));
