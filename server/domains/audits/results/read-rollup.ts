import type { Db } from "@/server/core/context";
import { readRuleTotals } from "..";
import { type RuleTotals, worstRuleFirst } from "../totals";

/** Returns every rule that matched an element: failing rules first, then by impact and number of failing elements. */
export const readRules = async (db: Db, auditId: string): Promise<RuleTotals[]> =>
  (await readRuleTotals(db, auditId)).sort(worstRuleFirst);
