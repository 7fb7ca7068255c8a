import { readRoute } from "../hash-route";
import { compileWildcards } from "./wildcard";

/**
 * Returns a function that reports whether a URL is wanted. Patterns use the syntax of robots.txt (RFC 9309): they match
 * from the start of the path, query and route, or of the whole URL if they begin with http: or https:. `*` matches
 * anything, and `$` matches the end. Exclude patterns take precedence.
 */
export const createAddressFilter = (include: readonly string[], exclude: readonly string[]) => {
  const prepare = (patterns: readonly string[]) =>
    patterns.map((pattern) => {
      const whole = /^https?:/i.test(pattern);
      return { whole, matches: compileWildcards(whole || /^[/*]/.test(pattern) ? pattern : `/${pattern}`) };
    });
  const included = prepare(include);
  const excluded = prepare(exclude);
  return (address: string): boolean => {
    const { pathname, search, href } = new URL(address);
    const path = pathname + search + readRoute(address);
    const isHit = ({ whole, matches }: (typeof included)[number]) => matches(whole ? href : path);
    return !excluded.some(isHit) && (included.length === 0 || included.some(isHit));
  };
};
