import { type ClauseId, clauses } from "@/server/scanner/document/clauses";
import { table } from "./markdown";

/** Renders the clauses of PDF/UA-1 that documents are checked against. */
export const renderClauses = (): string =>
  table(
    ["Clause", "Rule", "WCAG", "Impact", "Finding"],
    Object.keys(clauses).map((id) => {
      const { ruleId, criteria, impact, message, ...more } = clauses[id as ClauseId];
      const outcome = "needsReview" in more ? "needs review" : impact;
      return [id, `\`${ruleId}\``, criteria.join(", "), outcome, message];
    }),
  );
