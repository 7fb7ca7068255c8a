import { issueAccountToken } from "@/server/auth/account-token";
import { forgetTokens } from "@/server/features/account";
import { makeAccount } from "../support/accounts";
import { expect, test } from "../support/api";

test("links are forgotten 30 days after they expired", async ({ db, org_id }) => {
  const { id: user_id } = await makeAccount({ org_id, role: "viewer" });
  const purpose = "reset-password";
  for (const daysAgo of [31, 29, -1])
    await issueAccountToken(db, { user_id, purpose, minutes: -daysAgo * 24 * 60, data: { daysAgo } });
  expect(await forgetTokens()).toBe(false);
  const left = await db.accountToken.findMany({ where: { user_id }, orderBy: { expires_at: "asc" } });
  expect(left.map(({ data }) => data)).toEqual([{ daysAgo: 29 }, { daysAgo: -1 }]);
});
