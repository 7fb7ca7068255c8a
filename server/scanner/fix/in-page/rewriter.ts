import type { findMainContent, measureText } from "./find-main-content";
import type { createPaper, hasLooseText, Rewrite, RewriteName, RewriteTools } from "./rewrite";
import type { rewriteHeading } from "./rewrite-heading";
import type { rewriteHidden } from "./rewrite-hidden";
import type { rewriteList } from "./rewrite-list";
import type { rewriteMain } from "./rewrite-main";
import type { nameNavigation, rewriteNavigation } from "./rewrite-navigation";

interface Parts {
  createPaper: typeof createPaper;
  hasLooseText: typeof hasLooseText;
  findMainContent: typeof findMainContent;
  measureText: typeof measureText;
  nameNavigation: typeof nameNavigation;
  rewriteHeading: typeof rewriteHeading;
  rewriteHidden: typeof rewriteHidden;
  rewriteList: typeof rewriteList;
  rewriteMain: typeof rewriteMain;
  rewriteNavigation: typeof rewriteNavigation;
}

type Rewriter = (element: Element, tools: RewriteTools) => Rewrite | null;

/** Runs in the page. Returns a function that proposes a change to the markup because of an element. */
export const createRewriter = (own: Parts): ((name: RewriteName, element: Element) => Rewrite | null) => {
  const tools: RewriteTools = {
    paper: own.createPaper(),
    hasLooseText: own.hasLooseText,
    findMainContent: () => own.findMainContent(own.measureText),
    measureText: own.measureText,
    nameNavigation: own.nameNavigation,
  };
  const rewriters: Readonly<Record<RewriteName, Rewriter>> = {
    main: (_, given) => own.rewriteMain(given),
    navigation: own.rewriteNavigation,
    list: own.rewriteList,
    heading: own.rewriteHeading,
    hidden: own.rewriteHidden,
  };
  return (name, element) => rewriters[name](element, tools);
};
