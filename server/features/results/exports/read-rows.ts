import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import { z } from "zod";
import { getStore } from "@/server/adapters/store";
import type { Db } from "@/server/core/context";
import { type RelatedNode, RuleChecks } from "@/server/scanner/contract";
import type { RuleTotals } from "@/server/scanner/roll-up-rules";
import type { Finding, PageSummary, Results } from "../contract";
import { presentPage } from "../read-pages";

/** What every format is written from; the rows of elements and pages are read while it is written. */
export interface ExportSource {
  db: Db;
  audit: Results["audit"];
  rules: readonly RuleTotals[];
}

export interface ExportedNode extends Pick<Finding, "id" | "issue_id" | "rule_id" | "outcome" | "impact" | "page_id"> {
  page_url: string;
  page_title: string | null;
  selector: string;
  html: string;
  message: string;
  related: RelatedNode[];
  fingerprint: string;
  component: string | null;
  status: Finding["status"];
  note: string | null;
}

/** Rows held in memory at a time. */
const batchSize = 200;
const pageBatchSize = 50;
const beforeAll = "00000000-0000-0000-0000-000000000000";

const readBatch = ({ db, audit }: ExportSource, outcome: string, after: string): Promise<ExportedNode[]> =>
  db.$queryRaw<ExportedNode[]>`
    SELECT n.id, i.id AS issue_id, n.rule_id, n.outcome, n.impact, n.page_id, p.final_url AS page_url,
           p.title AS page_title, n.selector, n.html, n.message, n.related, n.fingerprint, n.component,
           coalesce(i.status, 'open') AS status, i.note
    FROM violation_nodes n
    JOIN scan_audits p ON p.id = n.page_id
    LEFT JOIN issues i ON i.website_id = ${audit.website_id}::uuid AND i.fingerprint = n.fingerprint
    WHERE n.audit_id = ${audit.id}::uuid AND n.outcome = ${outcome} AND n.id > ${after}::uuid
    ORDER BY n.id LIMIT ${batchSize}`;

/** Every element that fails, then every one that needs review, in the order of the scan. */
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

export interface ExportedPage extends PageSummary {
  result_key: string | null;
}

/** Every page, in the order of the scan. */
export async function* readPages({ db, audit }: ExportSource): AsyncGenerator<ExportedPage[]> {
  let after: string | undefined = beforeAll;
  while (after) {
    const rows: Awaited<ReturnType<typeof db.scanAudit.findMany>> = await db.scanAudit.findMany({
      where: { audit_id: audit.id, id: { gt: after } },
      orderBy: { id: "asc" },
      take: pageBatchSize,
    });
    if (rows.length > 0) yield rows.map((row) => ({ ...presentPage(row), result_key: row.result_key }));
    after = rows.length < pageBatchSize ? undefined : rows.at(-1)?.id;
  }
}

/** What a page's stored result says of the rules that found nothing. */
const StoredChecks = z.object({
  axe: z
    .object({ checks: z.array(RuleChecks), inapplicable: z.array(z.string()).default([]) })
    .nullish()
    .transform((axe) => axe ?? { checks: [], inapplicable: [] }),
});
export type PageChecks = z.infer<typeof StoredChecks>["axe"];

const unzip = promisify(gunzip);

const readChecks = async (key: string | null): Promise<PageChecks> => {
  const stored = key ? await getStore().get(key) : null;
  if (!stored) return { checks: [], inapplicable: [] };
  return StoredChecks.parse(JSON.parse((await unzip(stored)).toString())).axe;
};

export interface PageWithNodes {
  page: ExportedPage;
  nodes: ExportedNode[];
  checks: PageChecks;
}

const readNodesOfPage = ({ db, audit }: ExportSource, page: ExportedPage): Promise<ExportedNode[]> =>
  db.$queryRaw<ExportedNode[]>`
    SELECT n.id, i.id AS issue_id, n.rule_id, n.outcome, n.impact, n.page_id, ${page.final_url} AS page_url,
           ${page.title}::text AS page_title, n.selector, n.html, n.message, n.related, n.fingerprint, n.component,
           coalesce(i.status, 'open') AS status, i.note
    FROM violation_nodes n
    LEFT JOIN issues i ON i.website_id = ${audit.website_id}::uuid AND i.fingerprint = n.fingerprint
    WHERE n.page_id = ${page.id}::uuid ORDER BY n.id`;

/** Page by page, for the formats that have a document or a suite a page. */
export async function* readPagesWithNodes(source: ExportSource): AsyncGenerator<PageWithNodes> {
  for await (const pages of readPages(source))
    for (const page of pages)
      yield { page, nodes: await readNodesOfPage(source, page), checks: await readChecks(page.result_key) };
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
