import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import { z } from "zod";
import type { Sql } from "@/server/adapters/database/port";
import { getStore } from "@/server/adapters/store";
import { log } from "@/server/core/log";
import { type RelatedNode, RuleChecks } from "@/server/scanner/contract";
import type { FixOfFinding, WebsiteFixes } from "../../fixes";
import type { RuleTotals } from "../../totals";
import type { Finding, PageSummary, Results } from "../contract";
import { stripColumn } from "../get-screenshot";
import type { EvidenceColumns } from "../read-findings";
import { toPageOutput } from "../read-pages";

/**
 * The source of every export format. Elements and pages are read while the file is written. Bypasses Prisma, whose
 * queries leave 1 KB per row on the heap until V8 runs a full garbage collection. With plenty of memory, V8 may not do
 * so for a long time.
 */
export interface ExportSource {
  sql: Sql;
  audit: Results["audit"];
  rules: readonly RuleTotals[];
  scope: Results["scope"];
  fixes: WebsiteFixes;
}

type Shared = Pick<Finding, "id" | "issue_id" | "rule_id" | "outcome" | "impact" | "page_id" | "accessibility">;

export interface ExportedNode extends Shared, EvidenceColumns {
  page_url: string;
  page_title: string | null;
  selector: string;
  html: string;
  message: string;
  /** The engines as stored; see `seenBy`. */
  engines: string[];
  /** The views as stored; see `viewsOf`. */
  views: string[];
  reach: Finding["reach"];
  related: RelatedNode[];
  fingerprint: string;
  component: string | null;
  status: Finding["status"];
  /** A person's note or, if there is none, the reason given by the triage policy. */
  note: string | null;
}

export interface ExportedNodeWithFix extends ExportedNode {
  /** The fix that was suggested for the element; null if nobody has requested one. */
  fix: FixOfFinding | null;
}

/** Number of rows held in memory at once. */
const batchSize = 200;
const pageBatchSize = 50;
export const beforeAll = "00000000-0000-0000-0000-000000000000";

const nodesOf = `
  SELECT n.id, i.id AS issue_id, n.rule_id, n.outcome, n.impact, n.page_id, p.final_url AS page_url,
         p.title AS page_title, n.selector, n.html, n.message, n.engines, n.views, n.reach, n.related, n.fingerprint,
         n.component, n.box, n.accessibility, ${stripColumn}, s.width AS screenshot_width, s.height AS screenshot_height,
         coalesce(i.status, 'open') AS status, coalesce(i.note, t.reason) AS note
  FROM violation_nodes n
  JOIN scan_audits p ON p.id = n.page_id
  LEFT JOIN screenshots s ON s.id = p.screenshot_id
  LEFT JOIN issues i ON i.website_id = $1::uuid AND i.fingerprint = n.fingerprint
  LEFT JOIN triage_policies t ON t.id = i.policy_id`;

const readBatch = ({ sql, audit }: ExportSource, outcome: string, after: string): Promise<ExportedNode[]> =>
  sql.query(
    `${nodesOf} WHERE n.audit_id = $2::uuid AND n.outcome = $3::finding_outcome AND n.id > $4::uuid ORDER BY n.id LIMIT ${batchSize}`,
    [audit.website_id, audit.id, outcome, after],
  );

/** Yields all failed elements, then all elements that need review, each in scan order. */
export async function* readNodes(source: ExportSource): AsyncGenerator<ExportedNode[]> {
  for (const outcome of ["violation", "needs_review"]) {
    let after: string | undefined = beforeAll;
    while (after) {
      const rows: ExportedNode[] = await readBatch(source, outcome, after);
      if (rows.length > 0) yield rows;
      after = rows.length < batchSize ? undefined : rows.at(-1)?.id;
    }
  }
}

/** Yields the same elements as `readNodes`, with their fixes. */
export async function* readNodesWithFixes(source: ExportSource): AsyncGenerator<ExportedNodeWithFix[]> {
  for await (const nodes of readNodes(source)) {
    const found: ExportedNodeWithFix[] = [];
    for (const node of nodes)
      found.push(Object.assign(node, { fix: source.fixes.has(node) ? await source.fixes.read(node) : null }));
    yield found;
  }
}

export interface ExportedPage extends PageSummary, StoredResult {}

type PageRow = Parameters<typeof toPageOutput>[0] & StoredResult;

const readPageBatch = ({ sql, audit }: ExportSource, after: string): Promise<PageRow[]> =>
  sql.query(
    `SELECT id, url, final_url, title, journey_url, template, page_group, sample, depth, http_status, device, started_at, duration_ms, score_accessibility,
            score_low, score_version, score_performance, score_seo, score_quality, critical, serious, moderate, minor, needs_review, passed,
            excluded_elements, excluded_findings, error_code, error_message, result_key, cross_page
     FROM scan_audits WHERE audit_id = $1::uuid AND id > $2::uuid ORDER BY id LIMIT ${pageBatchSize}`,
    [audit.id, after],
  );

/** Yields all pages, in scan order. */
export async function* readPages(source: ExportSource): AsyncGenerator<ExportedPage[]> {
  let after: string | undefined = beforeAll;
  while (after) {
    const rows: PageRow[] = await readPageBatch(source, after);
    if (rows.length > 0)
      yield rows.map((row) => ({ ...toPageOutput(row), result_key: row.result_key, cross_page: row.cross_page }));
    after = rows.length < pageBatchSize ? undefined : rows.at(-1)?.id;
  }
}

/** The columns with the outcomes of a page's rules: the key of its stored result, and the cross-page outcomes. */
export interface StoredResult {
  result_key: string | null;
  cross_page: unknown;
}

/** The outcomes of rules, including those without findings. */
const Outcomes = z.object({ checks: z.array(RuleChecks), inapplicable: z.array(z.string()).default([]) });
const NO_OUTCOMES: z.infer<typeof Outcomes> = { checks: [], inapplicable: [] };

/** The part of a page's stored result that covers rules without findings. */
const StoredChecks = z.object({ axe: Outcomes.nullish().transform((axe) => axe ?? NO_OUTCOMES) });

/** `damaged` means that it isn't known which rules without findings ran, because the stored result can't be read. */
export type PageChecks = z.infer<typeof Outcomes> & { damaged: boolean };

export const DAMAGED_RESULT =
  "The stored result of this page is damaged. Rules that passed or were inapplicable are missing.";

const unzip = promisify(gunzip);

/** Returns the outcomes of the rules that ran on a page. */
export const readScannedChecks = async (key: string | null): Promise<PageChecks> => {
  const stored = key ? await getStore().get(key) : null;
  if (!stored) return { ...NO_OUTCOMES, damaged: false };
  try {
    return { ...StoredChecks.parse(JSON.parse((await unzip(stored)).toString())).axe, damaged: false };
  } catch (error) {
    log.error({ key, err: error }, "failed to read a damaged page result");
    return { ...NO_OUTCOMES, damaged: true };
  }
};

/** Adds the outcomes of the rules that compared the page with other pages. */
export const addCrossPageChecks = (
  scanned: PageChecks,
  { cross_page }: Pick<StoredResult, "cross_page">,
): PageChecks => {
  const { checks, inapplicable } = Outcomes.nullable().parse(cross_page) ?? NO_OUTCOMES;
  return {
    ...scanned,
    checks: [...scanned.checks, ...checks],
    inapplicable: [...scanned.inapplicable, ...inapplicable],
  };
};

export interface PageWithNodes {
  page: ExportedPage;
  nodes: ExportedNode[];
  checks: PageChecks;
}

const readNodesOfPage = ({ sql, audit }: ExportSource, page: ExportedPage): Promise<ExportedNode[]> =>
  sql.query(`${nodesOf} WHERE n.page_id = $2::uuid ORDER BY n.id`, [audit.website_id, page.id]);

/** Yields one page at a time, for formats that have one document or test suite per page. */
export async function* readPagesWithNodes(source: ExportSource): AsyncGenerator<PageWithNodes> {
  for await (const pages of readPages(source))
    for (const page of pages)
      yield {
        page,
        nodes: await readNodesOfPage(source, page),
        checks: addCrossPageChecks(await readScannedChecks(page.result_key), page),
      };
}

export const groupByRule = (nodes: readonly ExportedNode[]): Map<string, ExportedNode[]> => {
  const groups = new Map<string, ExportedNode[]>();
  for (const node of nodes) {
    const group = groups.get(node.rule_id);
    if (group) group.push(node);
    else groups.set(node.rule_id, [node]);
  }
  return groups;
};
