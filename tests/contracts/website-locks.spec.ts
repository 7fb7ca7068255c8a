import { newId } from "@/server/core/ids";
import { makeAccount, makeOrganisation, signIn } from "../support/accounts";
import { expect, test } from "../support/api";
import { runOnPostgres } from "../support/on-postgres";
import { createRestClient, type RestClient, type RestHandler, uniqueAddress } from "../support/rest-client";
import { uniqueSite } from "../support/scans";

const rounds = 6;

const shared = runOnPostgres();

const makeOwner = async (rest: RestHandler): Promise<RestClient> => {
  const account = await makeAccount({ org_id: await makeOrganisation(), role: "owner" });
  const { access_token } = await signIn(account);
  return createRestClient(rest, async () => ({
    authorization: `Bearer ${access_token}`,
    "x-client-ip": uniqueAddress(),
  }));
};

const addWebsite = async (owner: RestClient): Promise<string> =>
  (await owner.post("/api/websites/", { url: uniqueSite() })).data.id;

test("PostgreSQL: simultaneous changes to a website don't overwrite each other's settings @long", async ({ rest }) => {
  const changes = [{ max_pages: 9 }, { device: "mobile" }, { respect_robots: false }, { exclude: ["/private/*"] }];
  for (let round = 0; round < rounds; round += 1) {
    const owner = await makeOwner(rest);
    const path = `/api/websites/${await addWebsite(owner)}/`;
    const replies = await Promise.all(changes.map((settings) => owner.patch(path, { settings })));
    expect(replies.map(({ status }) => status)).toEqual(changes.map(() => 200));
    expect((await owner.get(path)).data.settings).toEqual(Object.assign({}, ...changes));
  }
});

test("PostgreSQL: simultaneous calls can't exceed the limit of triage policies @long", async ({ rest }) => {
  const owner = await makeOwner(rest);
  const website_id = await addWebsite(owner);
  const body = { website_id, rule_id: "region", status: "ignored", reason: "Later" };
  const { id } = (await owner.post("/api/triage-policies/", body)).data;
  const row = await shared().prisma.triagePolicy.findUniqueOrThrow({ where: { id } });
  await shared().prisma.triagePolicy.createMany({ data: Array.from({ length: 98 }, () => ({ ...row, id: newId() })) });
  const replies = await Promise.all([1, 2, 3, 4].map(() => owner.post("/api/triage-policies/", body)));
  expect(replies.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409]);
  expect(await shared().prisma.triagePolicy.count({ where: { website_id } })).toBe(100);
});

test("PostgreSQL: calls that add something to a website while it is being deleted succeed or return 404 @long", async ({
  rest,
}) => {
  const steps = [{ action: "scan", name: "start" }];
  for (let round = 0; round < rounds; round += 1) {
    const owner = await makeOwner(rest);
    const website_id = await addWebsite(owner);
    const policy = { website_id, rule_id: "region", status: "ignored", reason: "Later" };
    const [deleted, ...replies] = await Promise.all([
      owner.delete(`/api/websites/${website_id}/`),
      owner.post("/api/journeys/", { website_id, name: "Checkout", steps }),
      owner.post("/api/triage-policies/", policy),
      owner.post("/api/website-audit/", { website_id }),
    ]);
    expect(deleted?.status).toBe(200);
    for (const { status } of replies) expect([201, 202, 404]).toContain(status);
    expect(await shared().prisma.website.count({ where: { id: website_id } })).toBe(0);
  }
});
