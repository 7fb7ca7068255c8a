import { createHash } from "node:crypto";
import { readRoute, routeToUrl, withoutFragment, withoutParameters } from "../hash-route";
import type { PageFacts } from "../page/probe/read-facts";
import { addressKey } from "./addresses";

/** A document that hasn't been tested for routes yet, and URLs that look like routes of this document. */
export interface UntestedRoutes {
  /** URL of the document, without a fragment. */
  document: string;
  /** URLs of the document that seem to contain routes. */
  routes: string[];
}

/** The result of testing a document for routes. */
export interface RouteOutcome {
  isRouted: boolean;
  /** Sets of parameters, as returned by `parametersOf`, that don't change what a route shows. */
  ignored: readonly string[];
}

/** Maximum number of documents to test in a scan, and of routes to pass to a test. */
const MAX_TESTS = 5;
const MAX_ROUTES_PER_TEST = 60;

/** Returns the names of a route's parameters; an empty string if it has none. */
export const parametersOf = (address: string): string =>
  [...new Set(routeToUrl(address)?.searchParams.keys() ?? [])].sort().join("&");

/** Returns a digest of what a page shows. */
const digestOf = ({ title, text, words, mainWords, headings }: PageFacts): string =>
  createHash("sha256")
    .update(JSON.stringify([title, text, words, mainWords, headings]))
    .digest("base64url");

const keyOf = (address: string): string => addressKey(withoutFragment(address));

/**
 * The documents in a scan that contain several pages, distinguished by routes in the fragment. A fragment is ignored
 * until a test has shown that the document's content changes with it.
 */
export class HashRoutes {
  private readonly routed = new Set<string>();
  private readonly tested = new Set<string>();
  private readonly ignored = new Map<string, Set<string>>();
  /** For each document, maps the digest of what a page shows to the first page that showed it. */
  private readonly shown = new Map<string, Map<string, string>>();

  /** Returns a page's URL: with its route if the document has routes, and otherwise without a fragment. */
  complete(address: string, href: string): string {
    const key = keyOf(address);
    if (!this.routed.has(key)) return address;
    const whole = address + readRoute(href);
    return this.ignored.get(key)?.has(parametersOf(whole)) ? withoutParameters(whole) : whole;
  }

  /** Reports whether a test has shown that the document of a URL has routes. */
  areIn(address: string): boolean {
    return this.routed.has(keyOf(address));
  }

  /** Accepts the routes of URLs that an earlier scan found, or that a person listed. */
  trust(addresses: readonly string[]): void {
    for (const address of addresses) if (readRoute(address) !== "") this.routed.add(keyOf(address));
  }

  /** Whether further documents can be tested. */
  get canTestMore(): boolean {
    return this.tested.size < MAX_TESTS;
  }

  /**
   * Reports whether a URL seems to contain a route of a document that hasn't been tested and isn't known to have
   * routes.
   */
  isUntested(address: string): boolean {
    const key = readRoute(address) === "" ? null : keyOf(address);
    return key !== null && !this.tested.has(key) && !this.routed.has(key);
  }

  /** Returns the untested documents that these URLs lead to, and counts them as tested. */
  takeUntested(addresses: readonly string[]): UntestedRoutes[] {
    const found = new Map<string, UntestedRoutes>();
    for (const address of addresses) {
      if (!this.isUntested(address)) continue;
      const key = keyOf(address);
      const known = found.get(key) ?? { document: withoutFragment(address), routes: [] };
      if (known.routes.length < MAX_ROUTES_PER_TEST && !known.routes.includes(address)) known.routes.push(address);
      found.set(key, known);
    }
    const chosen = [...found].slice(0, Math.max(0, MAX_TESTS - this.tested.size));
    for (const [key] of chosen) this.tested.add(key);
    return chosen.map(([, untested]) => untested);
  }

  settle({ document }: UntestedRoutes, { isRouted, ignored }: RouteOutcome): void {
    if (!isRouted) return;
    this.routed.add(keyOf(document));
    this.ignored.set(keyOf(document), new Set(ignored));
  }

  /**
   * Records what a page shows. Reports whether another page of the same document shows the same content, in which case
   * the route makes no difference. If the two routes differ only in their parameters, these parameters are ignored from
   * then on.
   */
  isRepeated(address: string, facts: PageFacts): boolean {
    const key = keyOf(address);
    const shown = this.shown.get(key) ?? new Map<string, string>();
    this.shown.set(key, shown);
    const digest = digestOf(facts);
    const first = shown.get(digest);
    shown.set(digest, first ?? address);
    if (first === undefined || first === address) return false;
    const names = parametersOf(address);
    if (names !== "" && withoutParameters(first) === withoutParameters(address))
      this.ignored.set(key, (this.ignored.get(key) ?? new Set()).add(names));
    return true;
  }
}
