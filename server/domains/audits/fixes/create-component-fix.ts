import { getScanner } from "@/server/adapters/scanner";
import type { Ctx } from "@/server/core/context";
import { AppError } from "@/server/core/errors";
import { log } from "@/server/core/log";
import { oncePerProcess } from "@/server/core/process-wide";
import { countWork } from "@/server/endpoint/guard";
import type { PageTrial } from "@/server/scanner/contract";
import type { ComponentFix, CreateComponentFix, Solution, StoredDetails } from "./contract";
import { findOrCreateFix, toSolution } from "./create-solution";
import { type ComponentPages, findComponent } from "./find-component";
import { explainRejection, sumCounts } from "./read-page-fix";

const trying = oncePerProcess("component fixes", () => new Map<string, Promise<ComponentFix | null>>());

const NOT_APPLIED = "This page doesn't contain the CSS rule or code that the fix changes.";

const describeFailure = (rule_id: string, trial: PageTrial): ComponentFix["failures"] => {
  const { page_url, rejection } = trial;
  if (rejection === null) return [];
  const finding = rejection === "not_applied" ? NOT_APPLIED : explainRejection(rule_id, rejection, trial);
  return [{ page_url, finding }];
};

/** Adds the results on other pages to the result on the finding's own page. */
const sumTrials = (
  rule_id: string,
  { others: _, ...component }: ComponentPages,
  cleared: number,
  trials: readonly PageTrial[],
): ComponentFix => ({
  ...component,
  tried_pages: trials.length + 1,
  cleared_findings: trials.reduce((total, each) => total + sumCounts(each.cleared), cleared),
  cleared_pages: trials.filter(({ rejection }) => rejection === null).length + 1,
  failures: trials.flatMap((each) => describeFailure(rule_id, each)),
});

/** Returns at most one result for each page, even if a third-party scanner returned more. */
const readTrials = (trials: readonly PageTrial[], { others }: ComponentPages): PageTrial[] => {
  const byPage = new Map(trials.map((trial) => [trial.page_url, trial]));
  return others.flatMap(({ page_url }) => byPage.get(page_url) ?? []);
};

/** Tries the fix on other pages. Returns null if the scanner is unreachable or can't do this. */
const runTrials = async (
  rule_id: string,
  change: NonNullable<StoredDetails["change"]>,
  component: ComponentPages,
): Promise<PageTrial[] | null> => {
  if (component.others.length === 0) return [];
  try {
    const result = await getScanner().tryOnPages({ rule_id, change, pages: component.others });
    return result && readTrials(result.pages, component);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    log.warn({ err: error }, "failed to try a fix on other pages");
    return null;
  }
};

/** Returns the stored result for the newest audit that contains the finding, or tries the fix on that audit's pages. */
const findOrTry = async (
  { db, reply, org_id }: Ctx,
  hash: string,
  rule_id: string,
  details: StoredDetails,
  component: ComponentPages,
): Promise<ComponentFix | null> => {
  const { change, cleared_findings } = details;
  if (change === null) return null;
  if (details.component?.audit_id === component.audit_id) return details.component;
  await countWork(reply, "fixes", org_id);
  const trials = await runTrials(rule_id, change, component);
  if (trials === null) return null;
  const result = sumTrials(rule_id, component, cleared_findings ?? 0, trials);
  await db.solution.updateMany({ where: { hash }, data: { details: { ...details, component: result } } });
  return result;
};

/**
 * Returns a fix for one element and its effect on other pages with the same component. A fix that isn't verified on its
 * own page isn't tried on others. Opens only pages of the organisation's own audit. If the fix contains text for a
 * person to confirm, changes only elements with the same code.
 */
export const createComponentFix = async (ctx: Ctx, input: CreateComponentFix): Promise<Solution> => {
  const found = await findOrCreateFix(ctx, input);
  const { hash, kept } = found;
  if (kept.details.verified_in !== "page") return toSolution(found);
  const mustBeEqual = kept.details.placeholders.length > 0;
  const component = await findComponent(ctx, input, mustBeEqual ? input.html : null);
  if (!component) return toSolution(found);
  const running =
    trying.get(hash) ?? findOrTry(ctx, hash, input.rule_id, kept.details, component).finally(() => trying.delete(hash));
  trying.set(hash, running);
  const details = { ...kept.details, component: await running };
  return toSolution({ ...found, kept: { ...kept, details } });
};
