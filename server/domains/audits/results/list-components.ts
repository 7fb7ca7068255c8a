import type { Ctx } from "@/server/core/context";
import { findAudit, storedSummary, summariseComponents } from "..";
import type { AuditKey, ComponentList } from "./contract";

/** Lists the components stored at completion or, for an audit in progress, the components of the pages saved so far. */
export const listComponents = async (ctx: Ctx, { audit_id }: AuditKey): Promise<ComponentList> => {
  const audit = await findAudit(ctx, audit_id);
  const kept = storedSummary(audit)?.components;
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
