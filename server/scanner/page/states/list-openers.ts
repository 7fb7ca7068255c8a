import type { StateAction } from "../../states";
import type { createRiskReader, findTestForms, RiskReader } from "../rules/find-test-forms";
import type { listHoverTriggers, readHoverSelectors } from "../rules/list-hover-triggers";
import type { mentionsSignOut, signsOut } from "../rules/signs-out";
import type { findConsentButtons } from "./find-consent-buttons";
import type { listOpenerKinds, listOpenerParts, meetsKind, OpenerKind } from "./opener-kinds";
import type { ShownElements } from "./shown-reader";

/** An element that may lead to a state of the page. */
export interface Opener {
  action: StateAction;
  element: Element;
  name: string;
  /** Key that identifies the element, even after the page has been loaded again. */
  key: string;
  /** Number of openers before this one that look the same. */
  turn: number;
  isDeclared: boolean;
  /** Whether the cursor or a click listener is the only sign that the element can be used. */
  isGuess: boolean;
}

export interface OpenerParts {
  createRiskReader: typeof createRiskReader;
  findConsentButtons: typeof findConsentButtons;
  findTestForms: typeof findTestForms;
  listHoverTriggers: typeof listHoverTriggers;
  listOpenerKinds: typeof listOpenerKinds;
  listOpenerParts: typeof listOpenerParts;
  meetsKind: typeof meetsKind;
  mentionsSignOut: typeof mentionsSignOut;
  nameOpener: typeof nameOpener;
  readHoverSelectors: typeof readHoverSelectors;
  signsOut: typeof signsOut;
}

/** Runs in the page: returns what people would call an element, or a selector if it has no name. */
export const nameOpener = (element: Element): string => {
  const MOST = 80;
  const clean = (text: string | null | undefined): string =>
    (text ?? "").slice(0, 500).replace(/\s+/g, " ").trim().slice(0, MOST);
  const labelled = (element.getAttribute("aria-labelledby") ?? "").split(/\s+/).slice(0, 3);
  const isList = element instanceof HTMLSelectElement;
  const labels = element instanceof HTMLInputElement || isList ? [...(element.labels ?? [])] : [];
  const texts = [
    labelled.map((id) => (id === "" ? "" : (pageTree.findById(element, id)?.textContent ?? ""))).join(" "),
    element.getAttribute("aria-label"),
    ...labels.map(({ textContent }) => textContent),
    isList ? element.name : element.textContent,
    element.querySelector("img[alt]")?.getAttribute("alt"),
    element.getAttribute("value"),
    element.getAttribute("title"),
  ];
  const root = element.getRootNode();
  if (root instanceof ShadowRoot) texts.push(root.host.textContent);
  const name = texts.map(clean).find((text) => text !== "");
  if (name !== undefined) return name;
  const [first = ""] = element.classList;
  return element.id === "" ? `${element.localName}${first && `.${first}`}` : `#${element.id.slice(0, MOST)}`;
};

/**
 * Runs in the page: returns a function that reports whether using an element may delete, pay for or send something, or
 * sign people out.
 */
export const createOpenerRisk = (
  parts: Pick<OpenerParts, "mentionsSignOut" | "signsOut">,
  reader: RiskReader,
  nameOf: (element: Element) => string,
): ((element: Element, isDeclared: boolean) => boolean) => {
  const leaves = /^(?:[a-z]+:)?\/\/|^\/|^[\w.-]+(?:\/|\?|\.html?)/i;
  return (element, isDeclared) => {
    const text = (element.textContent ?? "").slice(0, 300);
    const isSubmit = element instanceof HTMLButtonElement && element.type !== "button" && element.form !== null;
    const href = element.getAttribute("href");
    const isLink = href !== null && leaves.test(href) && !element.matches("[role='tab'], [role='button']");
    if (parts.signsOut(element, parts.mentionsSignOut)) return true;
    if (isDeclared) return isLink && !element.matches("[aria-haspopup], [aria-expanded], [data-bs-toggle]");
    return isSubmit || isLink || reader.isRisky([...reader.wordsOf(element), text, nameOf(element)]);
  };
};

type Found = Omit<Opener, "key" | "turn">;

/**
 * Runs in the page: returns a function that picks the openers of each kind from a list of elements. Leaves out those
 * that are open now, are risky to use or look like many others. `clickable` contains the nodes that listen for clicks.
 */
export const createOpenerPicker = (
  parts: OpenerParts,
  isRisky: ReturnType<typeof createOpenerRisk>,
  clickable: ReadonlySet<Node>,
): ((elements: readonly Element[]) => Found[]) => {
  const MOST_ALIKE = 12;
  const unusable = ":disabled, [aria-disabled='true'], [inert], [inert] *, option, [role='option']";
  const isOpenNow = (element: Element, kind: OpenerKind): boolean =>
    element.matches("[aria-expanded='true'], [aria-selected='true'], details[open] > summary, [role='tab'].active") ||
    (kind.must !== "choose" && element.matches("input[type='radio'], input[type='checkbox'], select"));
  const isOf = (kind: OpenerKind, element: Element): boolean =>
    element.matches(kind.selector) &&
    !element.matches(unusable) &&
    parts.meetsKind(kind, element, clickable) &&
    kind.named?.test(`${parts.nameOpener(element)} ${element.getAttribute("class") ?? ""}`) !== false;
  const lookOf = ({ action }: OpenerKind, element: Element): string => {
    const parent = element.parentElement;
    return `${action} ${element.localName} ${element.getAttribute("class") ?? ""} ${parent?.localName} ${parent?.className}`;
  };
  /** Elements with different names count as different, unless the page declares what they do. */
  const kindOf = (kind: OpenerKind, element: Element): string =>
    kind.isDeclared || kind.action !== "open" || kind.must ? "" : ` ${parts.nameOpener(element)}`;
  const isLeftOut = (kind: OpenerKind, element: Element): boolean =>
    isOpenNow(element, kind) || isRisky(element, kind.isDeclared);
  return (elements) => {
    const taken = { focus: new Set<Element>(), point_at: new Set<Element>(), other: new Set<Element>() };
    const alike = new Map<string, number>();
    const countOf = (look: string): number => alike.get(look) ?? 0;
    const isEnough = (kind: OpenerKind, look: string, same: string): boolean =>
      countOf(same) >= kind.mostAlike || countOf(look) >= MOST_ALIKE;
    const take = (kind: OpenerKind, element: Element): boolean => {
      const others = taken[kind.action === "focus" || kind.action === "point_at" ? kind.action : "other"];
      if (others.has(element) || !isOf(kind, element)) return false;
      others.add(element);
      const look = lookOf(kind, element);
      const same = `same ${look}${kindOf(kind, element)}`;
      if (isEnough(kind, look, same) || isLeftOut(kind, element)) return false;
      for (const each of [look, same]) alike.set(each, countOf(each) + 1);
      return true;
    };
    return parts.listOpenerKinds(parts.listOpenerParts()).flatMap((kind) => {
      const { action, isDeclared, must } = kind;
      const isGuess = must === "point" || must === "listen";
      const found = elements.filter((element) => take(kind, element));
      return found.map((element) => ({ action, element, name: parts.nameOpener(element), isDeclared, isGuess }));
    });
  };
};

/** Runs in the page: returns a function that lists up to 150 openers, most promising first. */
export const createOpenerList = (
  parts: OpenerParts,
  pick: ReturnType<typeof createOpenerPicker>,
  text: Parameters<typeof findTestForms>[0],
  /** Elements that listen for pointer events. */
  listening: ReadonlySet<Node>,
): ((shown: ShownElements) => Opener[]) => {
  const MOST = 150;
  const others = (): Found[] => {
    const reader = parts.createRiskReader();
    const sure = new Set(parts.listHoverTriggers(parts.readHoverSelectors(), []).map(({ element }) => element));
    const hovered = parts.listHoverTriggers([], [...listening]).map(({ element }) => element);
    const forms = parts.findTestForms(text, reader).filter(({ isSearch }) => !isSearch);
    const consent = parts.findConsentButtons(text.isVisible, pageTree.listRoots());
    return [
      ...[...new Set([...sure, ...hovered])].map((element) => ({ action: "point_at" as const, element })),
      ...forms.map(({ button }) => ({ action: "submit" as const, element: button })),
      ...consent,
    ].map((each) => {
      const isDeclared = each.action !== "point_at" || sure.has(each.element);
      return { ...each, name: parts.nameOpener(each.element), isDeclared, isGuess: false };
    });
  };
  return (shown) => {
    const consent = new Set(
      parts.findConsentButtons(text.isVisible, pageTree.listRoots()).map(({ element }) => element),
    );
    const elements = [...shown.keys()].filter((element) => !consent.has(element));
    const counts = new Map<string, number>();
    const surest = others();
    const pointed = new Set(surest.flatMap(({ action, element }) => (action === "point_at" ? [element] : [])));
    const picked = pick(elements).filter(({ action, element }) => action !== "point_at" || !pointed.has(element));
    return [...picked.slice(0, MOST - surest.length), ...surest].map((opener) => {
      const { action, element, name } = opener;
      const kind = [action, element.localName, element.getAttribute("role") ?? "", name].join("|");
      const turn = counts.get(kind) ?? 0;
      counts.set(kind, turn + 1);
      return { ...opener, turn, key: `${kind}|${turn}`.slice(0, 300) };
    });
  };
};
