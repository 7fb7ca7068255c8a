import { auditRequested } from "@/inngest/events";
import type { Ctx } from "@/server/core/context";
import { AppError, notFound } from "@/server/core/errors";
import { newId } from "@/server/core/ids";
import { withPlaces } from "@/server/features/audit-queue";
import { assertPagesPerScan, usualPages } from "@/server/features/plans";
import { findOrAddWebsite } from "@/server/features/websites";
import { WebsiteSettings } from "@/server/features/websites/contract";
import type { Audit, AuditOptions, StartAudit } from "./contract";
import { type AuditRow, presentAudit, withWebsite } from "./present";

type Acting = Pick<Ctx, "db" | "emit" | "org_id">;

/** The row lock makes two starts of one website wait for each other, so the second finds the first one's audit. */
const lockWebsite = async (ctx: Acting, id: string): Promise<void> => {
  const rows = await ctx.db.$queryRaw<unknown[]>`
    SELECT 1 FROM websites WHERE id = ${id}::uuid AND org_id = ${ctx.org_id}::uuid FOR UPDATE`;
  if (rows.length === 0) throw notFound("website", id);
};

/** The website's settings with what is said here on top, within the plan. */
const optionsOf = async (ctx: Acting, settings: unknown, given: AuditOptions = {}): Promise<AuditOptions> => {
  const options = { ...WebsiteSettings.parse(settings), ...given };
  await assertPagesPerScan(ctx.db, ctx.org_id, options.max_pages);
  return options.max_pages === undefined ? { ...options, ...(await usualPages(ctx.db, ctx.org_id)) } : options;
};

const findRunning = (ctx: Acting, website_id: string) =>
  ctx.db.websiteAudit.findFirst({ where: { website_id, status: "in_progress" }, select: { id: true } });

interface Start {
  website_id: string;
  options: AuditOptions | undefined;
  started_by: string | null;
  schedule_id: string | null;
}

const record = async (ctx: Acting, { website_id, options, ...start }: Start): Promise<AuditRow> => {
  const website = await ctx.db.website.findUniqueOrThrow({ where: { id: website_id } });
  const row = await ctx.db.websiteAudit.create({
    data: {
      id: newId(),
      org_id: ctx.org_id,
      website_id,
      ...start,
      status: "in_progress",
      phase: "waiting",
      priority: start.schedule_id ? 0 : 1,
      options: await optionsOf(ctx, website.settings, options),
    },
    include: withWebsite,
  });
  ctx.emit(auditRequested.create({ audit_id: row.id }));
  return row;
};

/** Records an audit, which starts when it is its turn; one audit a website at a time. */
export const startAudit = async (ctx: Ctx, { website_id, url, options }: StartAudit): Promise<Audit> => {
  const id = website_id ?? (await findOrAddWebsite(ctx, { url: url ?? "" })).id;
  await lockWebsite(ctx, id);
  const running = await findRunning(ctx, id);
  if (running) throw new AppError("conflict", "An audit of this website is running already.", { audit_id: running.id });
  const row = await record(ctx, { website_id: id, options, started_by: ctx.user_id, schedule_id: null });
  const [audit = row] = await withPlaces(ctx.db, [row]);
  return presentAudit(audit);
};

interface ScheduledStart {
  website_id: string;
  schedule_id: string;
  options: AuditOptions;
}

/**
 * Records an audit that a schedule starts; those that people start go before it. Answers its id, or null when one of
 * this website is running. Throws `plan_limit_reached`.
 */
export const startScheduledAudit = async (ctx: Acting, start: ScheduledStart): Promise<string | null> => {
  await lockWebsite(ctx, start.website_id);
  if (await findRunning(ctx, start.website_id)) return null;
  const { id } = await record(ctx, { ...start, started_by: null });
  return id;
};
