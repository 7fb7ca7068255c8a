import { makeAccount, makeOrganisation, signIn } from "../support/accounts";
import { expect, test } from "../support/api";
import { runOnPostgres } from "../support/on-postgres";
import { createRestClient, type RestClient, type RestHandler, uniqueAddress } from "../support/rest-client";

const rounds = 12;

const shared = runOnPostgres();

interface Owner extends RestClient {
  id: string;
}

const makeOwners = async (rest: RestHandler, count: number): Promise<{ org_id: string; owners: Owner[] }> => {
  const org_id = await makeOrganisation();
  const owners: Owner[] = [];
  for (let index = 0; index < count; index += 1) {
    const account = await makeAccount({ org_id, role: "owner" });
    const { access_token } = await signIn(account);
    const headers = { authorization: `Bearer ${access_token}`, "x-client-ip": uniqueAddress() };
    owners.push({ id: account.id, ...createRestClient(rest, async () => headers) });
  }
  return { org_id, owners };
};

const ways: Readonly<Record<string, (org: string, owner: Owner, next: Owner) => Promise<{ status: number }>>> = {
  leave: (org, owner) => owner.post(`/api/organisations/${org}/leave/`, {}),
  "step down": (org, owner) => owner.patch(`/api/organisations/${org}/members/${owner.id}/`, { role: "viewer" }),
  "demote each other": (org, owner, next) =>
    owner.patch(`/api/organisations/${org}/members/${next.id}/`, { role: "viewer" }),
  "disable each other": (org, owner, next) =>
    owner.patch(`/api/organisations/${org}/members/${next.id}/`, { disabled: true }),
  "remove each other": (org, owner, next) => owner.delete(`/api/organisations/${org}/members/${next.id}/`),
};

for (const [way, act] of Object.entries(ways))
  test(`PostgreSQL: keeps at least one owner when three owners ${way} at the same time [#75] @long`, async ({
    rest,
  }) => {
    for (let round = 0; round < rounds; round += 1) {
      const { org_id, owners } = await makeOwners(rest, 3);
      const replies = await Promise.all(
        owners.map((owner, index) => act(org_id, owner, owners[(index + 1) % owners.length] ?? owner)),
      );
      for (const { status } of replies) expect([200, 401, 403, 404, 409]).toContain(status);
      const left = await shared().prisma.membership.count({ where: { org_id, role: "owner", disabled_at: null } });
      const done = replies.filter(({ status }) => status === 200).length;
      expect(left).toBe(3 - done);
      expect(left).toBeGreaterThan(0);
    }
  });
