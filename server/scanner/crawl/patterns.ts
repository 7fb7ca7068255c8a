const escapeText = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

const compile = (pattern: string): RegExp => {
  const anchored = pattern.endsWith("$");
  const body = (anchored ? pattern.slice(0, -1) : pattern).split("*").map(escapeText).join(".*");
  return new RegExp(`^${body}${anchored ? "$" : ""}`);
};

/**
 * Says whether an address is wanted. Patterns are written as in robots.txt (RFC 9309): they match from the start of path
 * and query, or of the whole address when they begin with http; `*` is anything, `$` the end. Exclude wins over include.
 */
export const createAddressFilter = (include: readonly string[], exclude: readonly string[]) => {
  const prepare = (patterns: readonly string[]) =>
    patterns.map((pattern) => {
      const whole = /^https?:/i.test(pattern);
      return { whole, expression: compile(whole || /^[/*]/.test(pattern) ? pattern : `/${pattern}`) };
    });
  const included = prepare(include);
  const excluded = prepare(exclude);
  return (address: string): boolean => {
    const { pathname, search, href } = new URL(address);
    const matches = ({ whole, expression }: { whole: boolean; expression: RegExp }) =>
      expression.test(whole ? href : pathname + search);
    return !excluded.some(matches) && (included.length === 0 || included.some(matches));
  };
};
