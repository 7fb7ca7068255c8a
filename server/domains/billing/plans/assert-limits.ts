import type { Db } from "@/server/core/context";
import { env } from "@/server/core/env";
import { AppError } from "@/server/core/errors";
import { ScanOptions } from "@/server/scanner/contract";
import type { FurtherView } from "@/server/scanner/views";
import { type PlanId, type PlanLimits, plans, titleOf } from "./plans";

interface Limits extends PlanLimits {
  plan: PlanId;
}

/** Returns what the organisation's plan allows, or null if billing is off and nothing is limited. */
export const limitsOf = async (db: Db, org_id: string): Promise<Limits | null> => {
  if (!env.STRIPE_SECRET_KEY) return null;
  const organisation = await db.organisation.findUniqueOrThrow({ where: { id: org_id }, select: { plan: true } });
  const plan = organisation.plan;
  return { plan, ...plans[plan] };
};

const refuse = (message: string, limit: number, used: number): never => {
  throw new AppError("plan_limit_reached", message, { limit, used, upgrade_url: `${env.BASE_URL}/service/billing` });
};

export const websitesText = (count: number): string => (count === 1 ? "1 website" : `${count} websites`);

/**
 * Throws `plan_limit_reached` if the organisation already has as many websites as its plan allows, not counting one
 * with this `url`. Until the transaction that `db` belongs to ends, no other transaction can add a website to the
 * organisation.
 */
export const assertRoomForWebsite = async (db: Db, org_id: string, url: string): Promise<void> => {
  if (!env.STRIPE_SECRET_KEY) return;
  await db.$queryRaw`SELECT 1 FROM organisations WHERE id = ${org_id}::uuid FOR NO KEY UPDATE`;
  const limits = await limitsOf(db, org_id);
  if (!limits) return;
  const used = await db.website.count({ where: { org_id, url: { not: url } } });
  if (used < limits.websites) return;
  refuse(
    `The ${titleOf(limits.plan)} plan includes ${websitesText(limits.websites)}. Delete one or upgrade.`,
    limits.websites,
    used,
  );
};

/** Options requested for an audit, website or schedule. Unset options have their defaults. */
interface RequestedOptions {
  max_pages?: number | null | undefined;
  views?: readonly FurtherView[] | undefined;
  states?: boolean | undefined;
}

const assertPages = ({ plan, pages_per_scan }: Limits, max_pages: number): void => {
  if (max_pages > pages_per_scan)
    refuse(
      `The ${titleOf(plan)} plan scans up to ${pages_per_scan} pages per audit. Request fewer pages or upgrade.`,
      pages_per_scan,
      max_pages,
    );
};

const assertViews = ({ plan, views: allowed }: Limits, views: readonly FurtherView[]): void => {
  const missing = views.filter((view) => !allowed.includes(view));
  if (missing.length === 0) return;
  const [which, them] = missing.length === 1 ? ["view", "it"] : ["views", "them"];
  refuse(
    `The ${titleOf(plan)} plan doesn't include the ${which} ${missing.join(", ")}. Leave ${them} out of views or upgrade.`,
    views.length - missing.length,
    views.length,
  );
};

const assertStates = ({ plan, states }: Limits): void => {
  if (!states)
    refuse(`The ${titleOf(plan)} plan doesn't include testing the states of pages. Turn states off or upgrade.`, 0, 1);
};

/**
 * Throws `plan_limit_reached` if an audit requests more pages than the plan allows, or views or page states that it
 * doesn't include.
 */
export const assertWithinPlan = async (db: Db, org_id: string, requested: RequestedOptions = {}): Promise<void> => {
  const { max_pages, views = [], states = false } = requested;
  const limits = max_pages || views.length > 0 || states ? await limitsOf(db, org_id) : null;
  if (!limits) return;
  assertPages(limits, max_pages ?? 0);
  assertViews(limits, views);
  if (states) assertStates(limits);
};

/**
 * For an audit started without a page limit: returns the plan's limit if it is lower than the default. Otherwise
 * returns an empty object, so that the default applies.
 */
export const usualPages = async (db: Db, org_id: string): Promise<{ max_pages?: number }> => {
  const limits = await limitsOf(db, org_id);
  const usual = ScanOptions.parse({}).max_pages;
  return limits && limits.pages_per_scan < usual ? { max_pages: limits.pages_per_scan } : {};
};

type Frequency = "hourly" | "daily" | "weekly" | "monthly";

const perMonth: Readonly<Record<Frequency, number>> = { monthly: 1, weekly: 4, daily: 30, hourly: 720 };

/** Throws `plan_limit_reached` if schedules run more often than the plan allows; `most` is their highest frequency. */
export const assertFrequency = async (db: Db, org_id: string, most: Frequency): Promise<void> => {
  const limits = await limitsOf(db, org_id);
  if (!limits) return;
  const { plan, most_often } = limits;
  const limit = most_often ? perMonth[most_often] : 0;
  if (perMonth[most] <= limit) return;
  const covered = most_often ? `allows at most ${most_often} scheduled audits` : "doesn't include scheduled audits";
  const instead = most_often ? "Schedule audits less often or upgrade." : "Upgrade to schedule audits.";
  refuse(`The ${titleOf(plan)} plan ${covered}. ${instead}`, limit, perMonth[most]);
};
