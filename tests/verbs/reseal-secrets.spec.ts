import { randomBytes } from "node:crypto";
import { env } from "@/server/core/env";
import { newId } from "@/server/core/ids";
import { seal, unseal } from "@/server/core/sealed";
import { resealSecrets } from "@/server/domains/operations/secrets";
import { expect, test } from "@/tests/support/api";
import { makeEndpoint } from "@/tests/support/webhook-receiver";

const newKey = (name: string): string => `${name}:${randomBytes(32).toString("base64")}`;

test.use({ alone: "jobs" });
test.beforeEach(async ({ db }) => {
  await db.searchPerfIntegrationSettings.deleteMany();
  await db.webhookEndpoint.deleteMany();
  await db.websiteSignIn.deleteMany();
});
test.afterEach(() => {
  env.ENCRYPTION_KEYS = [];
});

test("the new key alone can open resealed secrets, and secrets that couldn't be read stay unchanged", async ({
  as,
  org_id,
  otherOrganisation,
  db,
}) => {
  const [old, fresh] = [newKey("2025"), newKey("2026")];
  env.ENCRYPTION_KEYS = [old];
  const { id: user_id } = await as("owner").account();
  const purposes = { access_token: `search-perf/${org_id}/access`, refresh_token: `search-perf/${org_id}/refresh` };
  const row = {
    user_id,
    access_token: await seal("ya29.x", purposes.access_token),
    refresh_token: await seal("1//0x", purposes.refresh_token),
    expires_at: new Date(),
    scope: "",
  };
  await db.searchPerfIntegrationSettings.create({ data: { org_id, ...row } });
  const stranger = await otherOrganisation().id();
  await db.searchPerfIntegrationSettings.create({ data: { org_id: stranger, ...row, refresh_token: "nonsense" } });
  const { id, secret } = await makeEndpoint(org_id, "https://receiver.example/");
  const rotated = await seal("whsec_before", `webhook/${id}`);
  await db.webhookEndpoint.update({ where: { id }, data: { previous_secret: rotated } });

  const website = await db.website.create({
    data: { id: newId(), org_id, url: "https://example.org/", name: "example.org" },
  });
  const sealedSignIn = await seal("{}", `website-sign-in/${website.id}`);
  const signIn = {
    website_id: website.id,
    org_id,
    kind: "basic" as const,
    origins: [],
    names: [],
    secret: sealedSignIn,
  };
  await db.websiteSignIn.create({ data: signIn });

  expect(await resealSecrets()).toEqual({ resealed: 0, unreadable: 1 });
  env.ENCRYPTION_KEYS = [fresh, old];
  expect(await resealSecrets()).toEqual({ resealed: 5, unreadable: 2 });
  expect(await resealSecrets()).toEqual({ resealed: 0, unreadable: 2 });
  env.ENCRYPTION_KEYS = [fresh];
  const tokens = await db.searchPerfIntegrationSettings.findUniqueOrThrow({ where: { org_id } });
  expect(await unseal(tokens.access_token, purposes.access_token)).toBe("ya29.x");
  expect(await unseal(tokens.refresh_token, purposes.refresh_token)).toBe("1//0x");
  const endpoint = await db.webhookEndpoint.findUniqueOrThrow({ where: { id } });
  expect(await unseal(endpoint.secret, `webhook/${id}`)).toBe(secret);
  expect(await unseal(endpoint.previous_secret ?? "", `webhook/${id}`)).toBe("whsec_before");
  const kept = await db.websiteSignIn.findUniqueOrThrow({ where: { website_id: website.id } });
  expect(await unseal(kept.secret, `website-sign-in/${website.id}`)).toBe("{}");
  const foreign = await db.searchPerfIntegrationSettings.findUniqueOrThrow({ where: { org_id: stranger } });
  expect(foreign).toMatchObject({ access_token: row.access_token, refresh_token: "nonsense" });
});

test("reseals more than one batch of secrets @long", async ({ db }) => {
  const old = newKey("2025");
  env.ENCRYPTION_KEYS = [old];
  const ids = Array.from(
    { length: 205 },
    (_, index) => `${"0".repeat(8)}-0000-7000-8000-${String(index).padStart(12, "0")}`,
  );
  await db.organisation.createMany({ data: ids.map((id) => ({ id, name: "One of many" })) });
  const sealed = await Promise.all(ids.map((id) => seal("token", `search-perf/${id}/access`)));
  const data = ids.map((org_id, index) => ({
    org_id,
    user_id: org_id,
    access_token: sealed[index] ?? "",
    refresh_token: "nonsense",
    expires_at: new Date(),
    scope: "",
  }));
  await db.searchPerfIntegrationSettings.createMany({ data });
  env.ENCRYPTION_KEYS = [newKey("2026"), old];
  expect(await resealSecrets()).toMatchObject({ resealed: 205 });
});
