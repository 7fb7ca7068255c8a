import { randomInt } from "node:crypto";
import type { Ctx } from "@/server/core/context";
import { AppError } from "@/server/core/errors";
import { auditRequested } from "@/server/core/events";
import { newId } from "@/server/core/ids";
import { assertWithinPlan, usualPages } from "@/server/domains/billing/plans";
import { writeAuditLog } from "@/server/endpoint/write-audit-log";
import { MAX_SEED } from "@/server/scanner/contract";
import { type AuditRow, toAuditOutput } from "./audit-output";
import type { Audit, AuditOptions, StartAudit } from "./contract";
import { withPlaces } from "./queue";
import { copyUrlList } from "./url-lists";
import { copyJourneys } from "./website-journeys";
import { assertSettings, findOrAddWebsite, type LockedWebsite, lockWebsite } from "./websites";
import { WebsiteSettings } from "./websites/contract";

type Acting = Pick<Ctx, "db" | "emit" | "org_id">;

/** Stores the seed for a sample with the audit, so that the same sample can be drawn again. */
const withSeed = (options: AuditOptions): AuditOptions =>
  options.sample && options.sample_seed === undefined ? { ...options, sample_seed: randomInt(MAX_SEED) } : options;

/**
 * Returns the website's settings, overridden by the given options. Throws `plan_limit_reached` if they exceed the plan's
 * limits.
 */
const optionsOf = async (ctx: Acting, settings: unknown, given: AuditOptions = {}): Promise<AuditOptions> => {
  const options = withSeed({ ...WebsiteSettings.parse(settings), ...given });
  await assertWithinPlan(ctx.db, ctx.org_id, options);
  return options.max_pages === undefined ? { ...options, ...(await usualPages(ctx.db, ctx.org_id)) } : options;
};

/**
 * Finds the website's running audit. The caller must hold the lock on the website, so that the second of two concurrent
 * calls finds the audit that the first one created.
 */
const findRunning = (ctx: Acting, website_id: string) =>
  ctx.db.websiteAudit.findFirst({
    where: { website_id, org_id: ctx.org_id, status: "in_progress" },
    select: { id: true },
  });

interface Start {
  website: LockedWebsite;
  options: AuditOptions | undefined;
  started_by: string | null;
  schedule_id: string | null;
}

const record = async (ctx: Acting, { website, options, ...start }: Start): Promise<AuditRow> => {
  const row = await ctx.db.websiteAudit.create({
    data: {
      id: newId(),
      org_id: ctx.org_id,
      website_id: website.id,
      ...start,
      status: "in_progress",
      phase: "waiting",
      priority: start.schedule_id ? 0 : 1,
      options: await optionsOf(ctx, website.settings, options),
    },
  });
  await copyUrlList(ctx, { audit_id: row.id, website_id: website.id });
  await copyJourneys(ctx.db, row.id);
  ctx.emit(auditRequested.create({ audit_id: row.id }));
  return { ...row, website };
};

/** Creates an audit, which starts when it gets a slot. A website can have only one running audit at a time. */
export const startAudit = async (ctx: Ctx, { website_id, url, options }: StartAudit): Promise<Audit> => {
  assertSettings(options, "options");
  const { id, added } = website_id ? { id: website_id, added: false } : await findOrAddWebsite(ctx, { url: url ?? "" });
  if (added) await writeAuditLog(ctx, "website.add", [id]);
  const website = await lockWebsite(ctx, id);
  const running = await findRunning(ctx, id);
  if (running)
    throw new AppError("conflict", "An audit of this website is already running. Wait for it to end, or cancel it.", {
      audit_id: running.id,
    });
  const row = await record(ctx, { website, options, started_by: ctx.user_id, schedule_id: null });
  const [audit = row] = await withPlaces(ctx.db, [row]);
  return toAuditOutput(audit);
};

interface ScheduledStart {
  website_id: string;
  schedule_id: string;
  options: AuditOptions;
}

/**
 * Creates a scheduled audit, which has a lower priority than audits started by people. Returns its id, or null if the
 * website has a running audit. Throws `plan_limit_reached` if the audit has more pages than the plan allows.
 */
export const startScheduledAudit = async (ctx: Acting, start: ScheduledStart): Promise<string | null> => {
  const { website_id, schedule_id, options } = start;
  const website = await lockWebsite(ctx, website_id);
  if (await findRunning(ctx, website_id)) return null;
  const { id } = await record(ctx, { website, options, schedule_id, started_by: null });
  return id;
};
