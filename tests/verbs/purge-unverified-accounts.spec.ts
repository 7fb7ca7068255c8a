import type { Database } from "@/server/adapters/database";
import { env } from "@/server/core/env";
import { newId } from "@/server/core/ids";
import { purgeUnverifiedAccounts } from "@/server/domains/identity/account";
import { makeAccount, makeOrganisation } from "../support/accounts";
import { expect, test } from "../support/api";

const daysAgo = (days: number): Date => new Date(Date.now() - days * 86_400_000);
const kept = env.UNVERIFIED_ACCOUNTS_KEPT_DAYS;

const makeOld = async (db: Database["prisma"], { days = kept + 1, verified = false } = {}) => {
  const org_id = await makeOrganisation();
  const { id } = await makeAccount({ org_id, role: "owner", verified });
  await db.user.update({ where: { id }, data: { created_at: daysAgo(days) } });
  await db.signUp.updateMany({ where: { user_id: id }, data: { created_at: daysAgo(days) } });
  return { id, org_id };
};

const signUp = (user_id: string, days: number) => ({
  data: { id: newId(), user_id, name: "Ada", created_at: daysAgo(days) },
});

test("deletes an unverified account after its retention period, with all data that belonged only to it [L12]", async ({
  db,
}) => {
  const old = await makeOld(db);
  const young = await makeOld(db, { days: kept - 1 });
  const verified = await makeOld(db, { verified: true });
  const again = await makeOld(db);
  await db.signUp.create(signUp(again.id, kept - 1));
  while (await purgeUnverifiedAccounts());
  const ids = [old, young, verified, again].map(({ id }) => id);
  const left = await db.user.findMany({ where: { id: { in: ids } }, select: { id: true } });
  expect(left.map(({ id }) => id).sort()).toEqual([young.id, verified.id, again.id].sort());
  const events = await db.outboxEvent.findMany({ where: { name: "account/deleted" } });
  expect(events.map(({ data }) => data)).toMatchObject([{ user_id: old.id, org_ids: [old.org_id], notify: false }]);
});

test("keeps an unverified account whose organisation has other members", async ({ db }) => {
  const { id, org_id } = await makeOld(db);
  await makeAccount({ org_id, role: "member" });
  while (await purgeUnverifiedAccounts());
  expect(await db.user.count({ where: { id } })).toBe(1);
});
