import type { Ctx } from "@/server/core/context";
import { toComponent } from "@/server/scanner/component";
import { PageFixRequest } from "@/server/scanner/contract";
import type { CreateComponentFix } from "./contract";
import { findFinding } from "./find-finding";

/** Maximum number of pages where a fix is tried, including the finding's own page. */
const MAX_PAGES = 10;
/** Maximum number of the component's elements on which a fix is tried, per page. */
const MAX_ELEMENTS = 50;

export interface ComponentPages {
  audit_id: string;
  id: string;
  label: string;
  findings: number;
  pages: number;
  /** Other pages to try a fix on, starting with one page of each template. */
  others: { page_url: string; selectors: string[] }[];
}

interface Row {
  page_url: string;
  /** Whether the page can only be reached by a journey, not by opening its URL. */
  is_behind_journey: boolean;
  selectors: string[] | null;
  findings: number;
  pages: number;
}

const { page_url: PageUrl, selector: Selector } = PageFixRequest.shape;

/** Leaves out URLs and selectors that our own scanner wouldn't accept. They come from third-party scanners. */
const toTrial = ({ page_url, selectors }: Row): ComponentPages["others"] => {
  const usable = (selectors ?? []).filter((selector) => Selector.safeParse(selector).success);
  return usable.length > 0 && PageUrl.safeParse(page_url).success ? [{ page_url, selectors: usable }] : [];
};

/**
 * Returns a finding's component, and the pages of the same audit on which the rule fails in that component; null if the
 * finding isn't in a component. With `html`, only elements with this code are listed, but all are counted.
 */
export const findComponent = async (
  ctx: Pick<Ctx, "db" | "org_id">,
  input: CreateComponentFix,
  html: string | null,
): Promise<ComponentPages | null> => {
  const found = await findFinding(ctx, input);
  const component = toComponent(found?.component ?? null);
  if (!found || !component) return null;
  const rows = await ctx.db.$queryRaw<Row[]>`
    WITH found AS (
      SELECT p.final_url, bool_or(p.journey_url IS NOT NULL) AS is_behind_journey, min(p.template) AS template, count(*)::int AS findings,
             array_agg(n.selector ORDER BY n.id) FILTER (WHERE ${html}::text IS NULL OR n.html = ${html}) AS selectors
      FROM violation_nodes n JOIN scan_audits p ON p.id = n.page_id
      WHERE n.audit_id = ${found.audit_id}::uuid AND n.rule_id = ${input.rule_id} AND n.outcome = 'violation'
        AND n.component = ${found.component}
      GROUP BY p.final_url
    )
    SELECT final_url AS page_url, is_behind_journey, selectors[1:${MAX_ELEMENTS}::int] AS selectors,
           sum(findings) OVER ()::int AS findings, count(*) OVER ()::int AS pages
    FROM found
    ORDER BY is_behind_journey, selectors IS NULL,
             row_number() OVER (PARTITION BY is_behind_journey, template ORDER BY findings DESC, final_url),
             findings DESC, final_url
    LIMIT ${MAX_PAGES + 1}`;
  const others = rows.filter((row) => row.page_url !== input.page_url && !row.is_behind_journey).flatMap(toTrial);
  return {
    audit_id: found.audit_id,
    ...component,
    findings: rows[0]?.findings ?? 0,
    pages: rows[0]?.pages ?? 0,
    others: others.slice(0, MAX_PAGES - 1),
  };
};
