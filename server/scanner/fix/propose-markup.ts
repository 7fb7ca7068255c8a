import { z } from "zod";
import type { Tab } from "../browser/open-tab";
import { MAX_SNIPPET, type MarkupPurpose } from "../fix-page-contract";
import { redactMarkup } from "../page/redact";
import { callFixTool } from "./call-tool";
import type { PageFinding } from "./read-findings";
import type { Candidate } from "./trial";

const RewriteAnswer = z.object({
  element: z.number().int().min(0),
  before: z.string().max(MAX_SNIPPET),
  after: z.array(z.string().max(MAX_SNIPPET)).max(3),
});

/** An element, and two snippets whose difference is applied to it. */
export interface MarkupEdit {
  element: number;
  before: string;
  after: string;
}

/** One of the scanner's own changes to the markup; see `PageChange`. */
interface Rewriting {
  purpose: MarkupPurpose;
  version: number;
}

/** Returns a candidate that applies each of these edits, except those whose snippets don't match their element. */
export const createMarkupCandidate = (
  tab: Tab,
  edits: readonly MarkupEdit[],
  rewriting: Rewriting | null = null,
): Candidate => ({
  kind: rewriting ? "structure" : "markup",
  elements: edits.map(({ element }) => element),
  mayMove: 0,
  apply: async () => {
    const applied: MarkupEdit[] = [];
    for (const edit of edits)
      if (z.boolean().parse(await callFixTool(tab, "change", edit.element, edit.before, edit.after)))
        applied.push(edit);
    const undo = async () => void (await callFixTool(tab, "undo"));
    const [first] = applied;
    if (first) {
      const { before, after } = first;
      const { purpose, version } = rewriting ?? { purpose: null, version: 0 };
      return { undo, change: { kind: "markup", before, after, purpose, version } };
    }
    await undo();
    return null;
  },
});

/**
 * Returns the element that the scanner would change to correct a failing element, and all versions of the change; null
 * if there is no such change.
 */
export const readRewrite = async (
  tab: Tab,
  purpose: MarkupPurpose,
  failing: number,
): Promise<{ element: number; before: string; versions: string[] } | null> => {
  const answer = RewriteAnswer.nullable().safeParse(await callFixTool(tab, "rewrite", purpose, failing));
  if (!answer.success || !answer.data) return null;
  const { element, before, after } = answer.data;
  return { element, before: redactMarkup(before), versions: after.map(redactMarkup) };
};

/** The changes to consider for each rule, in order. Only the first change that can be made is tried. */
const rewritesByRule: Readonly<Record<string, readonly MarkupPurpose[]>> = {
  "landmark-one-main": ["main"],
  region: ["navigation", "main"],
  list: ["list"],
  "heading-order": ["heading"],
  "page-has-heading-one": ["title"],
  "aria-hidden-focus": ["hidden"],
};

/** Proposes markup changes that depend on more than the element's own code. */
export const proposeMarkup = async (tab: Tab, { rule_id, element }: PageFinding): Promise<Candidate[]> => {
  const names = Object.hasOwn(rewritesByRule, rule_id) ? (rewritesByRule[rule_id] ?? []) : [];
  for (const purpose of names) {
    const rewrite = await readRewrite(tab, purpose, element);
    if (!rewrite) continue;
    const { element: changed, before, versions } = rewrite;
    return versions.map((after, version) =>
      createMarkupCandidate(tab, [{ element: changed, before, after }], { purpose, version }),
    );
  }
  return [];
};
