import type { createRiskReader } from "../rules/find-test-forms";
import type { createShownText } from "../rules/shown-text";
import type { mentionsSignOut, signsOut } from "../rules/signs-out";
import type { createOpenerRisk, nameOpener } from "../states/list-openers";

interface Point {
  x: number;
  y: number;
}

export interface Navigator {
  /** Key that identifies the element, even after the page has changed. */
  key: string;
  name: string;
}

/** Finds elements, other than links, that may lead to other pages. */
export interface Navigators {
  /** Returns the beginning of the visible text, including that in open shadow roots. */
  readShownText(): string;
  /**
   * Returns elements that may lead to another page, although they aren't links; an empty list if nothing in the page's
   * code suggests that there are any.
   */
  listNavigators(): Navigator[];
  /** Scrolls an element into view. Returns its centre; null if it is no longer on the page or something covers it. */
  aimAtNavigator(key: string): Point | null;
}

interface Parts {
  createOpenerRisk: typeof createOpenerRisk;
  createRiskReader: typeof createRiskReader;
  createShownText: typeof createShownText;
  findNavigators: typeof findNavigators;
  leadsElsewhere: typeof leadsElsewhere;
  mentionsSignOut: typeof mentionsSignOut;
  nameOpener: typeof nameOpener;
  signsOut: typeof signsOut;
}

/** Runs in the page: reports whether code that handles clicks mentions another page. */
export const leadsElsewhere = (code: string): boolean =>
  /location(?:\.href)?\s{0,5}=[^=]|location\.(?:assign|replace)\(|(?:push|replace)State\(|navigateTo|navigate\(|router\.|window\.open\(/.test(
    code,
  );

/** Runs in the page: returns elements that may lead to another page, most likely first. */
export const findNavigators = (isElsewhere: (code: string) => boolean): Element[] => {
  const MOST = 5_000;
  const widgets = [
    "a[href], label, label *, select, input:not([type='button' i]), textarea, summary, option, video, audio, [contenteditable]",
    "[aria-expanded], [aria-haspopup], [aria-controls], [aria-pressed], [role='tab'], [role='checkbox'], [role='switch']",
    "[role='option'], [role='radio'], [role='slider'], [data-bs-toggle], [data-toggle], [popovertarget], [commandfor]",
    ":disabled, [aria-disabled='true']",
  ].join(", ");
  /** In a form, elements usually belong to its fields. */
  const around = "a[href], [aria-hidden='true'], [inert], form";
  const stated = [
    "[role='link']:not([href])",
    "a:not([href]):not([name]):not([id]:empty)",
    "[routerlink]",
    "[ui-sref]",
    "[data-href]",
    "[data-url]",
    "[data-link]",
  ].join(", ");
  const roots =
    "#root, #app, #__next, #__nuxt, #svelte, [data-reactroot], [ng-version], [ng-app], [data-v-app], app-root";
  const all = (selector: string): Element[] => pageTree.findAll(selector).slice(0, MOST);
  const isPointed = (element: Element | null) => element !== null && getComputedStyle(element).cursor === "pointer";
  const handlers = all("[onclick]").filter((element) =>
    isElsewhere((element.getAttribute("onclick") ?? "").slice(0, 2_000)),
  );
  const named = all(stated).filter((element) => element.matches("[role='link'], [onclick]") || isPointed(element));
  const isScripted = (): boolean =>
    all("script:not([src])")
      .slice(0, 50)
      .some(({ textContent }) => isElsewhere(textContent.slice(0, 50_000)));
  const mayHandle = all(roots).length > 0 || isScripted();
  const pointed = mayHandle
    ? all(":not(html, body)").filter((element) => isPointed(element) && !isPointed(pageTree.parentOf(element)))
    : [];
  const buttons = mayHandle ? all("button, [role='button'], input[type='button' i]") : [];
  return [...new Set([...handlers, ...named, ...pointed, ...buttons])].filter(
    (element) => !element.matches(widgets) && pageTree.closest(element, around) === null,
  );
};

/** Runs in the page. */
export const createNavigators = (parts: Parts): Navigators => {
  const most = { text: 60_000, alike: 6, all: 20 };
  const shown = parts.createShownText();
  let known = new Map<string, Element>();
  const list = (): Map<string, Element> => {
    const isRisky = parts.createOpenerRisk(parts, parts.createRiskReader(), parts.nameOpener);
    const counts = new Map<string, number>();
    const found = new Map<string, Element>();
    const count = (name: string): number => {
      const before = counts.get(name) ?? 0;
      counts.set(name, before + 1);
      return before;
    };
    for (const element of parts.findNavigators(parts.leadsElsewhere)) {
      if (found.size >= most.all) break;
      if (!shown.isVisible(element) || isRisky(element, false)) continue;
      const kind = `${element.localName} ${(element.getAttribute("class") ?? "").slice(0, 200)}`;
      if (count(kind) >= most.alike) continue;
      const name = `${kind} ${parts.nameOpener(element)}`;
      found.set(`${name} ${count(`name ${name}`)}`.slice(-400), element);
    }
    return found;
  };
  return {
    readShownText: () =>
      pageTree
        .listRoots()
        .slice(0, 2_000)
        .flatMap((root) =>
          root instanceof Document ? [Reflect.get(Document.prototype, "body", root)] : [...root.children],
        )
        .filter((element) => element instanceof HTMLElement)
        // Reads the property through the prototype, because a field's name can hide a property of its form.
        .map((element) => String(Reflect.get(HTMLElement.prototype, "innerText", element)).slice(0, most.text))
        .join("\n")
        .slice(0, most.text),
    listNavigators: () => {
      known = list();
      return [...known].map(([key, element]) => ({ key, name: parts.nameOpener(element) }));
    },
    aimAtNavigator: (key) => {
      if (!known.get(key)?.isConnected) known = list();
      const element = known.get(key);
      element?.scrollIntoView({ block: "center", inline: "nearest", behavior: "instant" });
      return element ? shown.openCentreOf(element) : null;
    },
  };
};
