import type { Db } from "@/server/core/context";
import { seenBy } from "@/server/scanner/rule-facts";
import { readRuleTotals } from "..";
import { type RuleTotals, worstRuleFirst } from "../totals";

/** Returns every rule that matched an element: failing rules first, then by impact and number of failing elements. */
export const readRules = async (db: Db, auditId: string): Promise<RuleTotals[]> =>
  (await readRuleTotals(db, auditId))
    .map((rule) => ({ ...rule, engines: seenBy(rule.rule_id, rule.engines) }))
    .sort(worstRuleFirst);
