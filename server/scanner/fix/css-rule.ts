import type { CDPSession } from "playwright-core";

/** Where a declaration is written: in a style sheet, or in an element's style attribute. */
export interface StylePlace {
  sheet: string;
  range: { startLine: number; startColumn: number; endLine: number; endColumn: number };
  /** All declarations in the rule, as written. */
  text: string;
  /** The rule's selector; null for a style attribute. */
  selector: string | null;
  media: string[];
  /** The property and the value of the declaration, as written. */
  property: string;
  value: string;
  isImportant: boolean;
}

/** The parts of the DevTools protocol's CSS types that this module reads. */
interface Style {
  styleSheetId?: string;
  cssText?: string;
  range?: StylePlace["range"];
  cssProperties: {
    name: string;
    value: string;
    text?: string;
    important?: boolean;
    disabled?: boolean;
    parsedOk?: boolean;
  }[];
}
interface Match {
  rule: { origin: string; style: Style; selectorList: { text: string }; media?: { text: string }[] };
}

const MAX_TEXT = 10_000;

/** Returns a declaration's value as written, without `!important`. */
const writtenValue = ({ value, text }: Style["cssProperties"][number]): string => {
  const written = text?.slice(text.indexOf(":") + 1).replace(/;$/, "") ?? value;
  const mark = written.lastIndexOf("!");
  return (mark < 0 ? written : written.slice(0, mark)).trim();
};

const placeOf = (style: Style, match: Match | null, names: readonly string[]): StylePlace | null => {
  const declared = style.cssProperties.filter(
    (each) => names.includes(each.name) && !each.disabled && each.parsedOk !== false,
  );
  // Prefers declarations that have text, because those that the browser itself adds have none.
  const asWritten = declared.filter(({ text }) => text !== undefined);
  const candidates = asWritten.length > 0 ? asWritten : declared;
  const last = candidates.findLast(({ important }) => important) ?? candidates.at(-1);
  if (!last || !style.styleSheetId || !style.range || (style.cssText ?? "").length > MAX_TEXT) return null;
  return {
    sheet: style.styleSheetId,
    range: style.range,
    text: style.cssText ?? "",
    selector: match?.rule.selectorList.text ?? null,
    media: (match?.rule.media ?? []).map(({ text }) => text),
    property: last.name,
    value: writtenValue(last),
    isImportant: last.important === true,
  };
};

type Found = { place: StylePlace | null; isOurs: boolean } | undefined;

/**
 * Returns the declaration that takes precedence for a property of an element; undefined if none of the element's rules
 * sets the property.
 */
const winnerOf = (matches: readonly Match[], inline: Style | undefined, names: readonly string[]): Found => {
  const rules = matches.map((match) => ({ match, place: placeOf(match.rule.style, match, names) }));
  const sets = (match: Match): boolean =>
    match.rule.style.cssProperties.some((each) => names.includes(each.name) && !each.disabled);
  const styled = inline ? placeOf(inline, null, names) : null;
  const own = (found: (typeof rules)[number] | undefined): Found =>
    found && {
      place: found.match.rule.origin === "regular" ? found.place : null,
      isOurs: found.match.rule.origin === "regular",
    };
  if (styled?.isImportant) return { place: styled, isOurs: true };
  const important = rules.findLast(({ place }) => place?.isImportant);
  if (important) return own(important);
  if (styled) return { place: styled, isOurs: true };
  return own(rules.findLast(({ match }) => sets(match)));
};

/** Returns the element that the browser creates for a field's placeholder; null if there is none. */
const findPlaceholder = async (cdp: CDPSession, nodeId: number): Promise<number | null> => {
  const { node } = await cdp.send("DOM.describeNode", { nodeId, depth: -1, pierce: true });
  const parts = node.shadowRoots?.find(({ shadowRootType }) => shadowRootType === "user-agent")?.children ?? [];
  const placeholder = parts.find(({ attributes = [] }) => attributes.includes("placeholder"));
  if (!placeholder) return null;
  const backendNodeIds = [placeholder.backendNodeId];
  const { nodeIds } = await cdp.send("DOM.pushNodesByBackendIdsToFrontend", { backendNodeIds });
  return nodeIds[0] ?? null;
};

/** Returns the rules that apply to a field's placeholder. */
const readPlaceholderRules = async (cdp: CDPSession, nodeId: number): Promise<readonly Match[]> => {
  const placeholder = await findPlaceholder(cdp, nodeId);
  if (placeholder === null) return [];
  return (await cdp.send("CSS.getMatchedStylesForNode", { nodeId: placeholder })).matchedCSSRules ?? [];
};

/**
 * Returns the location of the declaration that sets a property of an element or of a pseudo-element, such as
 * `::placeholder`; null if only the browser's own styles set the property, or if nothing sets it. With `isInherited`,
 * continues with the element's ancestors if its own rules don't set the property.
 */
export const findDeclaration = async (
  cdp: CDPSession,
  nodeId: number,
  names: readonly string[],
  { isInherited, part }: { isInherited: boolean; part?: string | undefined },
): Promise<StylePlace | null> => {
  if (part === "::placeholder")
    return winnerOf(await readPlaceholderRules(cdp, nodeId), undefined, names)?.place ?? null;
  const matched = await cdp.send("CSS.getMatchedStylesForNode", { nodeId });
  const lines = [
    { inline: matched.inlineStyle, rules: matched.matchedCSSRules ?? [] },
    ...(isInherited
      ? (matched.inherited ?? []).map((each) => ({ inline: each.inlineStyle, rules: each.matchedCSSRules }))
      : []),
  ];
  for (const { inline, rules } of lines) {
    const found = winnerOf(rules, inline, names);
    if (found && found.place?.value !== "inherit") return found.place;
  }
  return null;
};

/** Identifies a rule in the style sheets of another page. */
export interface WrittenRule {
  selector: string;
  media: readonly string[];
  /** The declarations that the rule must contain, by property, as written. */
  declared: ReadonlyMap<string, string>;
}

const isRule = (match: Match, { selector, media, declared }: WrittenRule): boolean => {
  const { origin, style, selectorList } = match.rule;
  if (origin !== "regular" || selectorList.text !== selector) return false;
  const conditions = (match.rule.media ?? []).map(({ text }) => text);
  if (conditions.length !== media.length || conditions.some((text, at) => text !== media[at])) return false;
  return [...declared].every(([property, value]) => placeOf(style, match, [property])?.value === value);
};

/**
 * Returns the locations of the rules that apply to an element, its placeholder or one of its ancestors, and that have
 * this selector, these media queries and these declarations.
 */
export const findRules = async (cdp: CDPSession, nodeId: number, rule: WrittenRule): Promise<StylePlace[]> => {
  const matched = await cdp.send("CSS.getMatchedStylesForNode", { nodeId });
  const inherited = (matched.inherited ?? []).flatMap(({ matchedCSSRules }) => matchedCSSRules);
  const pseudo = (matched.pseudoElements ?? []).flatMap(({ matches }) => matches);
  const placeholder = rule.selector.includes("::placeholder") ? await readPlaceholderRules(cdp, nodeId) : [];
  return [...(matched.matchedCSSRules ?? []), ...inherited, ...pseudo, ...placeholder].flatMap((match) => {
    if (!isRule(match, rule)) return [];
    const names = match.rule.style.cssProperties.map(({ name }) => name);
    return placeOf(match.rule.style, match, names) ?? [];
  });
};

/** Returns the location of an element's style attribute, even if the attribute is empty or missing. */
export const findStyleAttribute = async (cdp: CDPSession, nodeId: number): Promise<StylePlace | null> => {
  const { inlineStyle } = await cdp.send("CSS.getInlineStylesForNode", { nodeId });
  if (!inlineStyle?.styleSheetId || !inlineStyle.range) return null;
  return {
    sheet: inlineStyle.styleSheetId,
    range: inlineStyle.range,
    text: inlineStyle.cssText ?? "",
    selector: null,
    media: [],
    property: "",
    value: "",
    isImportant: false,
  };
};

/** Adds a rule after all other rules. Returns a function that removes the rule. */
export const addRule = async (cdp: CDPSession, frameId: string, text: string): Promise<() => Promise<void>> => {
  const { styleSheetId } = await cdp.send("CSS.createStyleSheet", { frameId });
  await cdp.send("CSS.setStyleSheetText", { styleSheetId, text });
  return async () => void (await cdp.send("CSS.setStyleSheetText", { styleSheetId, text: "" }));
};

/** Adds declarations to the end of a rule. Returns a function that undoes the change. */
export const editRule = async (
  cdp: CDPSession,
  { sheet: styleSheetId, range, text }: StylePlace,
  added: string,
): Promise<() => Promise<void>> => {
  const start = text.trimEnd();
  const edited = `${start}${start === "" || start.endsWith(";") ? "" : ";"} ${added}`;
  const { styles } = await cdp.send("CSS.setStyleTexts", { edits: [{ styleSheetId, range, text: edited }] });
  const after = styles[0]?.range;
  return async () => {
    if (after) await cdp.send("CSS.setStyleTexts", { edits: [{ styleSheetId, range: after, text }] });
  };
};
