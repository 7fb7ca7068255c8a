import type { Outcome } from "./own-rule";
import type { ShownText } from "./shown-text";

/** Content that an element shows on hover: its text, in lower case, and the URLs of its links. */
export interface HoverText {
  texts: string[];
  links: string[];
}

/**
 * How keyboard users can reach content that an element, the trigger, shows on hover. Call these functions while the
 * content is hidden.
 */
export interface HoverControls {
  /**
   * Returns a control of the trigger. If `isInContent` is true, this is a control in the trigger's hidden content;
   * otherwise, it is a control around the trigger, or a visible one inside it.
   */
  controlOf(trigger: Element, isInContent: boolean): HTMLElement | null;
  /**
   * Returns the outcome for content that isn't shown on focus. The content passes if it is also shown elsewhere or if a
   * key may open it, and needs review if a link may lead to it.
   */
  assessUnfocused(trigger: Element, content: HoverText): Outcome;
}

/** Runs in the page. */
export const createHoverControls = ({
  isVisible,
  listVisible,
  textsOf,
}: Pick<ShownText, "isVisible" | "listVisible" | "textsOf">): HoverControls => {
  const controls = "a[href], area[href], button, input, select, textarea, summary, [tabindex]:not([tabindex^='-'])";
  const opening = "button, summary, input, select, textarea, [aria-haspopup], [aria-expanded], [aria-controls]";
  const listControls = (trigger: Element, isInContent: boolean): Element[] => {
    const inside = pageTree
      .findAll(controls)
      .filter((each) => each !== trigger && pageTree.contains(trigger, each))
      .filter((each) => isVisible(each) !== isInContent);
    const around = isInContent ? null : pageTree.closest(trigger, controls);
    return around ? [around, ...inside] : inside;
  };
  const isElsewhere = ({ texts, links }: HoverText): boolean => {
    const others = pageTree.findAll<HTMLAnchorElement>("a[href], area[href]").slice(0, 3_000).filter(isVisible);
    if (links.length > 0) return links.every((url) => others.some(({ href }) => href === url));
    const visible = textsOf([...listVisible()]).join(" ");
    return texts.every((text) => visible.includes(text));
  };
  return {
    controlOf: (trigger, isInContent) => {
      const [control] = listControls(trigger, isInContent);
      return control instanceof HTMLElement ? control : null;
    },
    assessUnfocused: (trigger, content) => {
      const own = listControls(trigger, false);
      if (isElsewhere(content) || own.some((control) => control.matches(opening))) return true;
      return own.length > 0 ? undefined : false;
    },
  };
};
