import type { FindingOutcome } from "@/generated/prisma/enums";
import type { Db } from "@/server/core/context";
import type { AccessibilityInfo, ElementBox, Impact, Reach } from "@/server/scanner/contract";
import { type Engine, engines as knownEngines } from "@/server/scanner/engines";
import type { View } from "@/server/scanner/views";
import type { Signals } from "./recognition";
import type { StripRow } from "./store-strips";
import type { RuleTotals } from "./totals";

export interface NodeRow {
  id: string;
  audit_id: string;
  page_id: string;
  rule_id: string;
  outcome: FindingOutcome;
  impact: Impact | null;
  selector: string;
  html: string;
  message: string;
  related: unknown;
  fingerprint: string;
  component: string | null;
  box: ElementBox | null;
  strip: StripRow | null;
  accessibility: AccessibilityInfo | null;
  engines: readonly Engine[];
  views: readonly View[];
  reach: Reach | null;
  signals: Signals;
  signals_hash: string;
}

export interface ViolationRow {
  audit_id: string;
  page_id: string;
  rule_id: string;
  outcome: FindingOutcome;
  impact: Impact | null;
  nodes: number;
}

/** Maximum number of rows per statement; more would block the embedded database's event loop for too long. */
const batchSize = 1_000;

/** Removes NUL characters from JSON. PostgreSQL text can't contain them, but the text of a page can. */
const withoutNul = (json: string): string => json.replaceAll(/(?<!\\)((?:\\\\)*)\\u0000/g, "$1");

/** Inserts with `INSERT … SELECT FROM jsonb_to_recordset`, the fastest bulk insert that both databases support. */
const insertRows = async (db: Db, rows: readonly object[], statement: string): Promise<void> => {
  for (let start = 0; start < rows.length; start += batchSize)
    await db.$executeRawUnsafe(statement, withoutNul(JSON.stringify(rows.slice(start, start + batchSize))));
};

export const insertViolations = (db: Db, rows: readonly ViolationRow[]): Promise<void> =>
  insertRows(
    db,
    rows,
    `INSERT INTO violations (audit_id, page_id, rule_id, outcome, impact, nodes)
     SELECT audit_id, page_id, rule_id, outcome, min(impact), sum(nodes)
     FROM jsonb_to_recordset($1::jsonb)
       AS r (audit_id uuid, page_id uuid, rule_id text, outcome finding_outcome, impact finding_impact, nodes int)
     GROUP BY audit_id, page_id, rule_id, outcome`,
  );

export const insertNodes = (db: Db, rows: readonly NodeRow[]): Promise<void> =>
  insertRows(
    db,
    rows,
    `INSERT INTO violation_nodes
       (id, audit_id, page_id, rule_id, outcome, impact, selector, html, message, related, fingerprint, component,
        box, strip, accessibility, engines, views, reach, signals, signals_hash)
     SELECT id, audit_id, page_id, rule_id, outcome, impact, selector, html, message, related, fingerprint,
            component, box, strip, accessibility, engines, views, reach, signals,
            signals_hash
     FROM jsonb_to_recordset($1::jsonb)
       AS r (id uuid, audit_id uuid, page_id uuid, rule_id text, outcome finding_outcome, impact finding_impact, selector text, html text,
             message text, related jsonb, fingerprint text, component text, box jsonb, strip jsonb, accessibility jsonb,
             engines text[], views text[], reach jsonb, signals jsonb, signals_hash text)`,
  );

/** Returns the totals for each rule over the pages saved so far. */
export const readRuleTotals = async (db: Db, auditId: string): Promise<RuleTotals[]> => {
  const rows = await db.auditRule.findMany({ where: { audit_id: auditId } });
  return rows.map(({ audit_id: _, failed_nodes, failed_pages, engines, ...row }) => ({
    ...row,
    engines: knownEngines.filter((engine) => engines.includes(engine)),
    nodes: failed_nodes,
    pages: failed_pages,
  }));
};

export const writeRuleTotals = (db: Db, audit_id: string, rules: readonly RuleTotals[]): Promise<void> =>
  insertRows(
    db,
    rules.map((rule) => ({ ...rule, audit_id })),
    `INSERT INTO audit_rules
       (audit_id, rule_id, impact, help, description, help_url, wcag, failed_nodes, failed_pages, review_nodes,
        review_pages, passed_nodes, passed_pages, engines)
     SELECT audit_id, rule_id, impact, help, description, help_url,
            ARRAY(SELECT jsonb_array_elements_text(r.wcag)), nodes, pages, review_nodes, review_pages,
            passed_nodes, passed_pages, engines
     FROM jsonb_to_recordset($1::jsonb)
       AS r (audit_id uuid, rule_id text, impact finding_impact, help text, description text, help_url text, wcag jsonb,
             nodes int, pages int, review_nodes int, review_pages int, passed_nodes int, passed_pages int,
             engines text[])
     ON CONFLICT (audit_id, rule_id) DO UPDATE SET
       impact = excluded.impact, help = excluded.help, description = excluded.description,
       help_url = excluded.help_url, wcag = excluded.wcag, failed_nodes = excluded.failed_nodes,
       failed_pages = excluded.failed_pages, review_nodes = excluded.review_nodes,
       review_pages = excluded.review_pages, passed_nodes = excluded.passed_nodes,
       passed_pages = excluded.passed_pages, engines = excluded.engines`,
  );
