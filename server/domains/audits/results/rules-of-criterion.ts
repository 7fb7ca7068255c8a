import type { WebsiteAudit } from "@/generated/prisma/client";
import type { Ctx } from "@/server/core/context";
import { standardOf } from "..";
import { concerns, includesLevelAaa } from "../rules";

/** Returns the ids of an audit's rules whose findings concern a criterion. */
export const rulesOfCriterion = async (
  ctx: Ctx,
  audit: Pick<WebsiteAudit, "id" | "options">,
  criterion: string,
): Promise<string[]> => {
  const rules = await ctx.db.auditRule.findMany({
    where: { audit_id: audit.id },
    select: { rule_id: true, wcag: true },
  });
  const isStrict = includesLevelAaa(standardOf(audit));
  return rules
    .filter((rule) => (isStrict ? concerns(rule, criterion) : rule.wcag.includes(criterion)))
    .map(({ rule_id }) => rule_id);
};
