import { z } from "zod";
import { Prisma } from "@/generated/prisma/client";
import type { Db } from "@/server/core/context";
import { condenseScored, type ScoredPage } from "@/server/scanner/accessibility-score";
import { Impact, PageOutline } from "@/server/scanner/contract";

const count = z.number().int().min(0);
const ScoredRules = z.array(
  z.object({
    rule_id: z.string(),
    impact: Impact.nullable(),
    node_count: count,
    nodes: z.array(z.union([z.object({ component: z.string(), count }), z.object({ count })])),
  }),
);

/** The part of a page's results that is needed to recompute its score. */
const Scored = z.object({
  violations: ScoredRules,
  incomplete: ScoredRules,
  checks: z.array(z.object({ rule_id: z.string() })),
  inapplicable: z.array(z.string()),
});

const Comparable = PageOutline.omit({ nodes: true });
const Nodes = PageOutline.shape.nodes;

/**
 * Replaces characters that can't be stored: JSON columns can't contain NUL characters or unpaired surrogates, but the
 * text of a page can.
 */
const storable = (_key: string, value: unknown): unknown =>
  typeof value === "string" ? value.replaceAll("\0", "").replaceAll(/\p{Surrogate}/gu, "\uFFFD") : value;

export const toStoredOutline = ({ nodes, ...comparable }: PageOutline, axe: ScoredPage): object =>
  JSON.parse(JSON.stringify({ comparable, nodes, scored: condenseScored(axe) }, storable));

export interface OutlinedRow {
  id: string;
  url: string;
  final_url: string;
  outline: PageOutline;
  scored: ScoredPage;
}

const batchSize = 200;

/**
 * Yields the rows of pages that have an outline, in batches and in the order in which the cross-page rules compare the
 * pages.
 */
async function* readInOrder<Row extends { id: string }>(
  db: Db,
  audit_id: string,
  columns: Prisma.Sql,
): AsyncGenerator<Row[]> {
  const ids = await db.$queryRaw<{ id: string }[]>`
    SELECT id FROM scan_audits WHERE audit_id = ${audit_id}::uuid AND outline IS NOT NULL
    ORDER BY final_url COLLATE "C", url COLLATE "C"`;
  for (let start = 0; start < ids.length; start += batchSize) {
    const batch = ids.slice(start, start + batchSize).map(({ id }) => id);
    yield db.$queryRaw<Row[]>`
      SELECT id, url, final_url, ${columns} FROM scan_audits WHERE id = ANY(${batch}::uuid[])
      ORDER BY final_url COLLATE "C", url COLLATE "C"`;
  }
}

type ComparableRow = Pick<OutlinedRow, "id" | "url" | "final_url"> & { comparable: unknown };

/** Yields the outlines of an audit's pages without their elements, which take up most of the space. */
export async function* readComparable(db: Db, audit_id: string): AsyncGenerator<{ url: string; outline: PageOutline }> {
  const columns = Prisma.sql`outline->'comparable' AS comparable`;
  for await (const rows of readInOrder<ComparableRow>(db, audit_id, columns))
    for (const { final_url: url, comparable } of rows)
      yield { url, outline: { ...Comparable.parse(comparable), nodes: [] } };
}

type WholeRow = ComparableRow & { nodes: unknown; scored: unknown };

/** Yields the pages of an audit that have an outline, in batches. */
export async function* readOutlined(db: Db, audit_id: string): AsyncGenerator<OutlinedRow[]> {
  const columns = Prisma.sql`outline->'comparable' AS comparable, outline->'nodes' AS nodes, outline->'scored' AS scored`;
  for await (const rows of readInOrder<WholeRow>(db, audit_id, columns))
    yield rows.map(({ comparable, nodes, scored, ...row }) => ({
      ...row,
      outline: { ...Comparable.parse(comparable), nodes: Nodes.parse(nodes) },
      scored: Scored.parse(scored),
    }));
}

export const countOutlines = async (db: Db, audit_id: string): Promise<number> => {
  const [row] = await db.$queryRaw<{ count: number }[]>`
    SELECT count(*)::int AS count FROM scan_audits WHERE audit_id = ${audit_id}::uuid AND outline IS NOT NULL`;
  return row?.count ?? 0;
};

/** Deletes the outlines of an audit that has ended. */
export const deleteOutlines = async (db: Db, audit_id: string): Promise<void> => {
  await db.$executeRaw`
    UPDATE scan_audits SET outline = NULL WHERE audit_id = ${audit_id}::uuid AND outline IS NOT NULL`;
};
