import type { Db } from "@/server/core/context";
import { readRuleTotals } from "@/server/features/audits";
import { type RuleTotals, worstRuleFirst } from "@/server/scanner/roll-up-rules";

/** Every rule that met an element, worst first: impact, then how many elements fail. */
export const readRules = async (db: Db, auditId: string): Promise<RuleTotals[]> =>
  (await readRuleTotals(db, auditId)).sort(worstRuleFirst);
