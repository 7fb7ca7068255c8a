import type { TriagePolicy as Row } from "@/generated/prisma/client";
import type { Db } from "@/server/core/context";
import { toComponent } from "@/server/scanner/component";
import { type TriagePolicy, TriagePolicyStatus } from "./contract";

const readNames = async (db: Db, rows: readonly Row[]): Promise<ReadonlyMap<string, string | null>> => {
  const ids = rows.flatMap(({ created_by }) => created_by ?? []);
  const users = await db.user.findMany({ where: { id: { in: ids } }, select: { id: true, name: true } });
  return new Map(users.map(({ id, name }) => [id, name]));
};

const countIssues = async (db: Db, rows: readonly Row[]): Promise<ReadonlyMap<string, number>> => {
  const counts = await db.$queryRaw<{ policy_id: string; count: number }[]>`
    SELECT policy_id, count(*)::int AS count FROM issues
    WHERE policy_id = ANY(${rows.map(({ id }) => id)}::uuid[]) GROUP BY policy_id`;
  return new Map(counts.map(({ policy_id, count }) => [policy_id, count]));
};

export const toPolicyOutputs = async (db: Db, rows: readonly Row[]): Promise<TriagePolicy[]> => {
  const [names, counts] = [await readNames(db, rows), await countIssues(db, rows)];
  return rows.map(({ org_id: _, component, status, ...row }) => ({
    ...row,
    component: toComponent(component),
    status: TriagePolicyStatus.parse(status),
    created_by_name: (row.created_by && names.get(row.created_by)) || null,
    issues: counts.get(row.id) ?? 0,
  }));
};
