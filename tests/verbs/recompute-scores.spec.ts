import { getStore } from "@/server/adapters/store";
import type { Db } from "@/server/core/context";
import { newId } from "@/server/core/ids";
import { recomputeScores } from "@/server/domains/audits/results";
import { expect, test } from "../support/api";
import { completedAudit } from "../support/sample-audit";

const recomputeAll = async (): Promise<void> => {
  while (await recomputeScores());
};

const readScores = async (db: Db, id: string) => {
  const select = { score_accessibility: true, score_low: true, score_version: true } as const;
  const audit = await db.websiteAudit.findUniqueOrThrow({ where: { id }, select });
  const pages = await db.scanAudit.findMany({ where: { audit_id: id }, orderBy: { id: "asc" }, select });
  return { audit, pages };
};

/** Stores scores as if the previous version of the formula had computed them. */
const age = async (db: Db, id: string): Promise<void> => {
  await db.scanAudit.updateMany({
    where: { audit_id: id, score_accessibility: { not: null } },
    data: { score_accessibility: 87, score_low: null, score_version: 1 },
  });
  await db.scanAudit.updateMany({ where: { audit_id: id, score_accessibility: null }, data: { score_version: 1 } });
  await db.websiteAudit.update({
    where: { id },
    data: { score_accessibility: 88, score_low: null, score_version: 1 },
  });
};

test("recomputes earlier scores from stored results, and gets the same scores as a new audit would", async ({
  as,
  rest,
  db,
}) => {
  const { id } = await completedAudit(as("owner"), rest);
  const original = await readScores(db, id);
  await age(db, id);
  const old = (await as("viewer").get(`/api/results/?audit_id=${id}`)).data;
  expect(old.scores).toMatchObject({ accessibility: 88, accessibility_low: null, accessibility_version: 1 });
  expect(old.formulas.accessibility).toContain("Version 1.");
  const { points } = (await as("viewer").get(`/api/websites/${old.audit.website_id}/trend/`)).data;
  expect(points[0].scores).toMatchObject({ accessibility: 88, accessibility_version: 1 });
  await recomputeAll();
  expect(await readScores(db, id)).toEqual(original);
  const now = (await as("viewer").get(`/api/results/?audit_id=${id}`)).data;
  expect(now.scores).toMatchObject({ accessibility_version: 2 });
  expect(now.formulas.accessibility).toContain("Version 2.");
  expect(await recomputeScores()).toBe(false);
  expect(await readScores(db, id)).toEqual(original);
});

test("keeps an audit's previous score until the scores of all its pages have been recomputed", async ({
  as,
  rest,
  db,
}) => {
  const { id } = await completedAudit(as("owner"), rest);
  await age(db, id);
  const { url, final_url, device, started_at } = await db.scanAudit.findFirstOrThrow({ where: { audit_id: id } });
  const more = Array.from({ length: 60 }, (_, number) => ({
    ...{ id: newId(), audit_id: id, url: `${url}${number}`, final_url, device, started_at },
    ...{ duration_ms: 1, score_version: 1 },
  }));
  await db.scanAudit.createMany({ data: more });
  expect(await recomputeScores()).toBe(true);
  const { audit, pages } = await readScores(db, id);
  const versions = new Set(pages.map(({ score_version }) => score_version));
  expect(versions, "some pages are left").toEqual(new Set([1, 2]));
  expect(audit).toEqual({ score_accessibility: 88, score_low: null, score_version: 1 });
  await recomputeAll();
  expect((await readScores(db, id)).audit.score_version).toBe(2);
});

test("a page whose stored result is missing keeps its score and gets the widest range", async ({ as, rest, db }) => {
  const { id } = await completedAudit(as("owner"), rest);
  const original = await readScores(db, id);
  await age(db, id);
  for (const { result_key } of await db.scanAudit.findMany({ where: { audit_id: id } }))
    await getStore().remove(result_key ?? "");
  await recomputeAll();
  const { audit, pages } = await readScores(db, id);
  expect(audit.score_accessibility).toBe(original.audit.score_accessibility);
  expect(pages.map((page) => page.score_accessibility)).toEqual(original.pages.map((page) => page.score_accessibility));
  expect(audit.score_low).toBeLessThan(original.audit.score_low ?? 0);
  expect(audit.score_version).toBe(2);
});
