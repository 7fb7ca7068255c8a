import { auditRequested } from "@/inngest/events";
import type { Ctx } from "@/server/core/context";
import { AppError, notFound } from "@/server/core/errors";
import { newId } from "@/server/core/ids";
import { withPlaces } from "@/server/features/audit-queue";
import { assertPagesPerScan, usualPages } from "@/server/features/plans";
import { findOrAddWebsite } from "@/server/features/websites";
import { WebsiteSettings } from "@/server/features/websites/contract";
import type { Audit, AuditOptions, StartAudit } from "./contract";
import { presentAudit, withWebsite } from "./present";

/** The row lock makes two starts of one website wait for each other, so the second finds the first one's audit. */
const lockWebsite = async (ctx: Ctx, id: string): Promise<void> => {
  const rows = await ctx.db.$queryRaw<unknown[]>`
    SELECT 1 FROM websites WHERE id = ${id}::uuid AND org_id = ${ctx.org_id}::uuid FOR UPDATE`;
  if (rows.length === 0) throw notFound("website", id);
};

/** Ahead of what a schedule starts, which is 0. */
const byHand = 1;

/** The website's settings with what is said here on top, within the plan. */
const optionsOf = async (ctx: Ctx, settings: unknown, given: AuditOptions = {}): Promise<AuditOptions> => {
  const options = { ...WebsiteSettings.parse(settings), ...given };
  await assertPagesPerScan(ctx.db, ctx.org_id, options.max_pages);
  return options.max_pages === undefined ? { ...options, ...(await usualPages(ctx.db, ctx.org_id)) } : options;
};

/** Records an audit, which starts when it is its turn; one audit a website at a time. */
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
      priority: byHand,
      options: await optionsOf(ctx, website.settings, options),
    },
    include: withWebsite,
  });
  ctx.emit(auditRequested.create({ audit_id: row.id }));
  const [audit = row] = await withPlaces(ctx.db, [row]);
  return presentAudit(audit);
};
