import { auditRequested } from "@/inngest/events";
import type { Ctx } from "@/server/core/context";
import { AppError, notFound } from "@/server/core/errors";
import { newId } from "@/server/core/ids";
import { findOrAddWebsite } from "@/server/features/websites";
import { WebsiteSettings } from "@/server/features/websites/contract";
import type { Audit, StartAudit } from "./contract";
import { presentAudit, withWebsite } from "./present";

/** The row lock makes two starts of one website wait for each other, so the second finds the first one's audit. */
const lockWebsite = async (ctx: Ctx, id: string): Promise<void> => {
  const rows = await ctx.db.$queryRaw<unknown[]>`
    SELECT 1 FROM websites WHERE id = ${id}::uuid AND org_id = ${ctx.org_id}::uuid FOR UPDATE`;
  if (rows.length === 0) throw notFound("website", id);
};

/** Records an audit and asks for its scan; one audit a website at a time. */
export const startAudit = async (ctx: Ctx, { website_id, url, options }: StartAudit): Promise<Audit> => {
  const id = website_id ?? (await findOrAddWebsite(ctx, { url: url ?? "" })).id;
  await lockWebsite(ctx, id);
  const running = await ctx.db.websiteAudit.findFirst({ where: { website_id: id, status: "in_progress" } });
  if (running) throw new AppError("conflict", "An audit of this website is running already.", { audit_id: running.id });
  const website = await ctx.db.website.findUniqueOrThrow({ where: { id } });
  const row = await ctx.db.websiteAudit.create({
    data: {
      id: newId(),
      org_id: ctx.org_id,
      website_id: id,
      started_by: ctx.user_id,
      status: "in_progress",
      phase: "waiting",
      options: { ...WebsiteSettings.parse(website.settings), ...options },
    },
    include: withWebsite,
  });
  ctx.emit(auditRequested.create({ audit_id: row.id }));
  return presentAudit(row);
};
