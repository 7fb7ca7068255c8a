import type { findMainContent, measureText } from "./find-main-content";
import type { levelOfHeading, listHeadings, renameHeading } from "./rename-heading";
import type { createPaper, hasLooseText, Rewrite, RewriteName, RewriteTools } from "./rewrite";
import type { rewriteHeading, rewriteTitle } from "./rewrite-heading";
import type { rewriteHidden } from "./rewrite-hidden";
import type { rewriteList } from "./rewrite-list";
import type { rewriteMain } from "./rewrite-main";
import type { nameNavigation, rewriteNavigation } from "./rewrite-navigation";

interface Parts {
  createPaper: typeof createPaper;
  hasLooseText: typeof hasLooseText;
  findMainContent: typeof findMainContent;
  levelOfHeading: typeof levelOfHeading;
  listHeadings: typeof listHeadings;
  measureText: typeof measureText;
  nameNavigation: typeof nameNavigation;
  renameHeading: typeof renameHeading;
  rewriteHeading: typeof rewriteHeading;
  rewriteHidden: typeof rewriteHidden;
  rewriteList: typeof rewriteList;
  rewriteMain: typeof rewriteMain;
  rewriteNavigation: typeof rewriteNavigation;
  rewriteTitle: typeof rewriteTitle;
}

type Rewriter = (element: Element, tools: RewriteTools) => Rewrite | null;

/** Runs in the page. Returns a function that proposes a markup change to correct an element. */
export const createRewriter = (own: Parts): ((name: RewriteName, element: Element) => Rewrite | null) => {
  const paper = own.createPaper();
  const tools: RewriteTools = {
    paper,
    hasLooseText: own.hasLooseText,
    findMainContent: () => own.findMainContent(own.measureText),
    levelOfHeading: own.levelOfHeading,
    listHeadings: own.listHeadings,
    measureText: own.measureText,
    nameNavigation: own.nameNavigation,
    renameHeading: (heading, level) => own.renameHeading(heading, level, paper),
  };
  const rewriters: Readonly<Record<RewriteName, Rewriter>> = {
    main: (_, given) => own.rewriteMain(given),
    navigation: own.rewriteNavigation,
    list: own.rewriteList,
    heading: own.rewriteHeading,
    title: (_, given) => own.rewriteTitle(given),
    hidden: own.rewriteHidden,
  };
  return (name, element) => rewriters[name](element, tools);
};
