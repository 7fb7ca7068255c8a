import type { Ctx } from "@/server/core/context";
import { type AuditSummary, findAudit, summariseComponents } from "@/server/features/audits";
import type { AuditKey, ComponentList } from "./contract";

/** Grouped when the audit completed; of one under way, as far as it has come. */
export const listComponents = async (ctx: Ctx, { audit_id }: AuditKey): Promise<ComponentList> => {
  const audit = await findAudit(ctx, audit_id);
  const kept = (audit.summary as AuditSummary | null)?.components;
  const { findings, total, components } = kept ?? (await summariseComponents(ctx.db, audit.id));
  let before = 0;
  return {
    findings,
    total,
    components: components.map((component) => {
      before += component.findings;
      return { ...component, share: component.findings / findings, cumulative_share: before / findings };
    }),
  };
};
