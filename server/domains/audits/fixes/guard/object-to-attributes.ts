import type { Attribute, OpenTag, Token } from "../markup/tokenize";

/** Attributes that a fix may add or change; all others must stay unchanged. */
const free = new Set(
  "alt title lang xml:lang dir id for name class type role tabindex scope headers abbr summary autocomplete value label controls muted open start span width height content style href".split(
    " ",
  ),
);

const hiding =
  /display\s*:\s*none|visibility\s*:\s*hidden|opacity\s*:\s*0(?![.\d]*[1-9])|clip|text-indent|left\s*:\s*-|font-size\s*:\s*0/i;
const reaching = /url|expression|@|\\|behaviou?r|image|position\s*:\s*(?:fixed|absolute)|z-index|pointer-events|&/i;

const isSafeValue = ({ name, value }: Attribute): boolean => {
  if (name === "href") return /^#[\w:.-]*$/.test(value);
  if (name === "style") return !reaching.test(value) && !hiding.test(value);
  if (name === "content") return /^[\w\s=.,-]{0,200}$/.test(value);
  if (name === "type") return /^(?:button|submit|reset)$/.test(value);
  if (name === "role") return !/^(?:presentation|none)$/i.test(value.trim());
  if (name === "aria-hidden") return value === "false";
  return value.length <= 250 && !/^\s*[a-z-]+script\s*:|^\s*data\s*:/i.test(value);
};

const complaint = ({ name, value }: Attribute): string =>
  `correct_code adds or changes ${name.slice(0, 30)}="${value.slice(0, 60)}", which is not allowed.`;

const opens = (tokens: readonly Token[]): OpenTag[] => tokens.filter((token) => token.kind === "open");

/** Counts how often each attribute has each value, because a second copy of a handler or URL counts as an addition. */
const count = (tags: readonly OpenTag[]): Map<string, number> => {
  const counted = new Map<string, number>();
  for (const { attributes } of tags)
    for (const { name, value } of attributes) {
      const key = `${name}=${value}`;
      counted.set(key, (counted.get(key) ?? 0) + 1);
    }
  return counted;
};

/** Returns an objection for each removed URL, handler, id or name. Removing one of several copies is allowed. */
const lostAddresses = (were: ReadonlyMap<string, number>, are: ReadonlyMap<string, number>): string[] =>
  [...were.keys()]
    .filter((key) => /^(?:href|src|action|id|name|onclick|onsubmit)=/.test(key) && !are.has(key))
    .map((key) => `correct_code removes ${key.slice(0, 80)}.`);

export const objectToAttributes = (before: readonly Token[], after: readonly Token[]): string[] => {
  const were = count(opens(before));
  const tags = opens(after);
  const are = count(tags);
  const objections: string[] = [];
  for (const { attributes } of tags)
    for (const attribute of attributes) {
      const key = `${attribute.name}=${attribute.value}`;
      if ((are.get(key) ?? 0) <= (were.get(key) ?? 0)) continue;
      const allowed = free.has(attribute.name) || /^aria-[a-z]+$/.test(attribute.name);
      if (!allowed || !isSafeValue(attribute)) objections.push(complaint(attribute));
    }
  return [...objections, ...lostAddresses(were, are)];
};
