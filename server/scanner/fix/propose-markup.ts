import { z } from "zod";
import type { Tab } from "../browser/open-tab";
import { MAX_SNIPPET, type MarkupPurpose } from "../fix-page-contract";
import { redactMarkup } from "../page/redact";
import { callFixTool } from "./call-tool";
import type { RewriteName } from "./in-page/rewrite";
import type { PageFinding } from "./read-findings";
import type { Candidate } from "./trial";

const RewriteAnswer = z.object({
  element: z.number().int().min(0),
  before: z.string().max(MAX_SNIPPET),
  after: z.array(z.string().max(MAX_SNIPPET)).max(3),
});

/** Returns a candidate that applies the difference between two snippets to an element. */
export const createMarkupCandidate = (
  tab: Tab,
  element: number,
  { before, after }: { before: string; after: string },
  { kind, purpose }: { kind: "markup" | "structure"; purpose: MarkupPurpose | null },
): Candidate => ({
  kind,
  element,
  mayMove: 0,
  apply: async () => {
    const applied = z.boolean().parse(await callFixTool(tab, "change", element, before, after));
    const undo = async () => void (await callFixTool(tab, "undo"));
    if (applied) return { undo, change: { kind: "markup", before, after, purpose } };
    await undo();
    return null;
  },
});

/** The changes to try for each rule. If the first can be made, the others aren't tried. */
const rewritesByRule: Readonly<Record<string, readonly RewriteName[]>> = {
  "landmark-one-main": ["main"],
  region: ["navigation", "main"],
  list: ["list"],
  "heading-order": ["heading"],
  "aria-hidden-focus": ["hidden"],
};

/** Proposes changes to the markup that need more than the element's own code. */
export const proposeMarkup = async (tab: Tab, { rule_id, element }: PageFinding): Promise<Candidate[]> => {
  const names = Object.hasOwn(rewritesByRule, rule_id) ? (rewritesByRule[rule_id] ?? []) : [];
  for (const name of names) {
    const answer = RewriteAnswer.nullable().safeParse(await callFixTool(tab, "rewrite", name, element));
    if (!answer.success || !answer.data) continue;
    const { element: changed, before, after } = answer.data;
    return after.map((each) =>
      createMarkupCandidate(
        tab,
        changed,
        { before: redactMarkup(before), after: redactMarkup(each) },
        { kind: "structure", purpose: name },
      ),
    );
  }
  return [];
};
