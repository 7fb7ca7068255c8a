import { renderEmail } from "@/emails";
import { getDatabase } from "@/server/adapters/database";
import { newId } from "@/server/core/ids";
import { sendDigests } from "@/server/domains/audits/digests";
import { deliverEmail } from "@/server/domains/messaging/delivery";
import { makeAccount } from "@/tests/support/accounts";
import { expect, test } from "@/tests/support/api";
import { brandsTo, emailsTo } from "@/tests/support/mailbox";

const beginning = "00000000-0000-0000-0000-000000000000";
const monday = (time: string): Date => new Date(`2027-01-11T${time}:00.000Z`);

test.beforeEach(async ({ db }) => {
  await db.websiteAudit.deleteMany();
});

interface Audited {
  org_id: string;
  url: string;
  completed_at: string;
  score: number | null;
  counts?: { new: number; fixed: number; regressed: number };
  pages_missing?: number;
  score_low?: number;
  score_version?: number;
}

const addAudit = async ({ org_id, url, completed_at, counts, pages_missing, ...scores }: Audited): Promise<string> => {
  const { score, ...range } = scores;
  const { prisma } = await getDatabase();
  const website = await prisma.website.upsert({
    where: { org_id_url: { org_id, url } },
    create: { id: newId(), org_id, url, name: url },
    update: {},
  });
  const { id } = await prisma.websiteAudit.create({
    data: {
      id: newId(),
      org_id,
      website_id: website.id,
      status: "completed",
      phase: "saving",
      options: {},
      score_accessibility: score,
      ...range,
      completed_at: new Date(completed_at),
      ...(pages_missing ? { partial: { reason: "time", pages_missing, examples: [] } } : {}),
      summary: { changes: counts ? { base_id: newId(), counts } : null },
    },
  });
  return id;
};

const digestsTo = async (email: string) =>
  (await emailsTo(email)).filter(({ template }) => template === "weekly-digest").map(({ data }) => data.items);

test("sends owners and admins one digest a week, from 08:00 on Mondays", async ({ as, org_id }) => {
  const readers = [await as("owner").account(), await as("admin").account()];
  const others = [await as("member").account(), await as("viewer").account(), await as("billing").account()];
  const shop = { org_id, url: "https://shop.example/" };
  await addAudit({
    ...shop,
    completed_at: "2027-01-03T23:59:59Z",
    score: 70,
    counts: { new: 9, fixed: 9, regressed: 9 },
  });
  await addAudit({
    ...shop,
    completed_at: "2027-01-04T00:00:00Z",
    score: 75,
    counts: { new: 2, fixed: 5, regressed: 0 },
  });
  const last = await addAudit({
    ...shop,
    completed_at: "2027-01-10T23:00:00Z",
    score: 80,
    counts: { new: 1, fixed: 0, regressed: 1 },
  });
  const first = await addAudit({
    org_id,
    url: "https://new.example/",
    completed_at: "2027-01-06T00:00:00Z",
    score: null,
  });
  await addAudit({
    ...shop,
    completed_at: "2027-01-11T00:00:00Z",
    score: 99,
    counts: { new: 7, fixed: 7, regressed: 7 },
  });
  for (const now of [new Date("2027-01-10T12:00:00Z"), monday("07:59")]) await sendDigests(beginning, now);
  for (const { email } of readers) expect(await digestsTo(email)).toEqual([]);
  const latecomer = async () => makeAccount({ org_id, role: "admin" });
  await Promise.all([1, 2].map(() => sendDigests(beginning, monday("08:11"))));
  const late = await latecomer();
  for (const time of ["09:11", "23:11"]) await sendDigests(beginning, monday(time));
  await sendDigests(beginning, new Date("2027-01-12T08:11:00Z"));
  for (const { email } of readers) expect(await brandsTo(email)).toEqual({ "weekly-digest": "accessibility" });
  for (const { email } of readers)
    expect(await digestsTo(email)).toEqual([
      [
        {
          website_url: shop.url,
          results_url: expect.stringContaining(last),
          score: 80,
          previous_score: 70,
          new: 3,
          fixed: 5,
          regressed: 1,
        },
        {
          website_url: "https://new.example/",
          results_url: expect.stringContaining(first),
          new: 0,
          fixed: 0,
          regressed: 0,
        },
      ],
    ]);
  for (const { email } of [...others, late]) expect(await digestsTo(email)).toEqual([]);
  await sendDigests(beginning, new Date("2027-01-18T08:11:00Z"));
  expect((await digestsTo(late.email)).map(([item]: [{ score: number }]) => item.score)).toEqual([99]);
});

test("states how many pages are missing from a partial audit, and doesn't compare its score", async ({
  as,
  org_id,
}) => {
  const { email } = await as("owner").account();
  const url = "https://shop.example/";
  await addAudit({ org_id, url, completed_at: "2026-12-20T10:00:00Z", score: 60 });
  await addAudit({ org_id, url, completed_at: "2027-01-02T10:00:00Z", score: 99, pages_missing: 5 });
  await addAudit({ org_id, url, completed_at: "2027-01-06T10:00:00Z", score: 95, pages_missing: 7 });
  await sendDigests(beginning, monday("09:00"));
  const [items] = await digestsTo(email);
  expect(items).toEqual([expect.objectContaining({ score: 95, pages_missing: 7 })]);
  expect(items[0]).not.toHaveProperty("previous_score");
  const { text } = await renderEmail("weekly-digest", { items });
  expect(text).toContain("7 pages are missing");
  await addAudit({ org_id, url, completed_at: "2027-01-13T10:00:00Z", score: 70 });
  await sendDigests(beginning, new Date("2027-01-18T09:00:00Z"));
  const next = (await digestsTo(email)).at(-1)[0];
  expect(next, "compared with the last complete audit").toMatchObject({ score: 70, previous_score: 60 });
  expect(next).not.toHaveProperty("pages_missing");
});

test("states the score's range, and compares the score only with one from the same version of the formula", async ({
  as,
  org_id,
}) => {
  const { email } = await as("owner").account();
  const url = "https://shop.example/";
  await addAudit({ org_id, url, completed_at: "2027-01-02T10:00:00Z", score: 90 });
  const now = { score: 62.4, score_low: 41.9, score_version: 2 };
  await addAudit({ org_id, url, completed_at: "2027-01-06T10:00:00Z", ...now });
  await sendDigests(beginning, monday("09:00"));
  const [items] = await digestsTo(email);
  expect(items).toEqual([expect.objectContaining({ score: 62.4, score_low: 41.9 })]);
  expect(items[0]).not.toHaveProperty("previous_score");
  const { text } = await renderEmail("weekly-digest", { items });
  expect(text).toContain("41 to 62 out of 100");
});

test("sends the digest on Monday morning in the time zone that most of the schedules use", async ({
  as,
  org_id,
  db,
}) => {
  const { email } = await as("owner").account();
  await addAudit({ org_id, url: "https://shop.example/", completed_at: "2027-01-10T09:59:59Z", score: 80 });
  const { id: website_id } = await db.website.findFirstOrThrow({ where: { org_id } });
  for (const time_zone of ["Europe/Berlin", "Pacific/Auckland", "Pacific/Auckland"])
    await db.schedule.create({ data: { id: newId(), org_id, website_id, frequency: "daily", time_zone } });
  // Auckland is thirteen hours ahead: it is Monday there, first 07:45, then 08:15.
  await sendDigests(beginning, new Date("2027-01-10T18:45:00Z"));
  expect(await digestsTo(email)).toEqual([]);
  await sendDigests(beginning, new Date("2027-01-10T19:15:00Z"));
  await sendDigests(beginning, monday("09:00"));
  expect(await digestsTo(email)).toHaveLength(1);
});

test("doesn't send a digest if nothing was audited, or to anyone who has unsubscribed", async ({ as, org_id, db }) => {
  const owner = await as("owner").account();
  await addAudit({ org_id, url: "https://shop.example/", completed_at: "2027-01-02T12:00:00Z", score: 80 });
  await sendDigests(beginning, monday("08:11"));
  expect(await digestsTo(owner.email)).toEqual([]);
  await addAudit({ org_id, url: "https://shop.example/", completed_at: "2027-01-05T12:00:00Z", score: 81 });
  const reader = await as("admin").account();
  await db.suppressedAddress.create({ data: { email: owner.email, reason: "unsubscribed" } });
  await sendDigests(beginning, monday("08:11"));
  const stateOf = async (to: string) => {
    const { id } = await db.emailMessage.findFirstOrThrow({ where: { to, template: "weekly-digest" } });
    return deliverEmail(id);
  };
  expect([await stateOf(owner.email), await stateOf(reader.email)]).toEqual(["suppressed", "sent"]);
});

test("sends one digest to each organisation, even if there are more organisations than fit in a batch @long", async ({
  db,
}) => {
  const organisations = Array.from({ length: 103 }, (_, n) => ({ id: newId(), name: `Organisation ${n}` }));
  await db.organisation.createMany({ data: organisations });
  const sites = organisations.map(({ id: org_id }) => ({ id: newId(), org_id, url: "https://a.example/", name: "a" }));
  await db.website.createMany({ data: sites });
  await db.websiteAudit.createMany({
    data: sites.map(({ id: website_id, org_id }) => ({
      id: newId(),
      org_id,
      website_id,
      status: "completed",
      phase: "saving",
      options: {},
      completed_at: new Date("2027-01-05T12:00:00Z"),
    })),
  });
  const last = organisations.at(-1)?.id ?? "";
  const reader = await makeAccount({ org_id: last, role: "owner" });
  const next = await sendDigests(beginning, monday("08:11"));
  expect(next).toBe(organisations[99]?.id);
  expect(await digestsTo(reader.email)).toEqual([]);
  expect(await sendDigests(next ?? "", monday("08:11"))).toBeNull();
  expect(await digestsTo(reader.email)).toHaveLength(1);
});
