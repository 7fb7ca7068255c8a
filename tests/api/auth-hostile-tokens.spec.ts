import { createPublicKey, createSecretKey, generateKeyPairSync, type KeyObject } from "node:crypto";
import { exportJWK, type JWTHeaderParameters, SignJWT } from "jose";
import { env } from "@/server/core/env";
import { newId } from "@/server/core/ids";
import { getKeyRing } from "@/server/domains/identity/auth/keys";
import { audience, signToken } from "@/server/domains/identity/auth/token";
import { makeAccount, makeOrganisation, signIn } from "../support/accounts";
import { expect, type SignedIn, test } from "../support/api";

interface Forgery {
  header?: Record<string, unknown>;
  claims?: Record<string, unknown>;
  key?: KeyObject | Uint8Array;
}

const now = (): number => Math.floor(Date.now() / 1000);

/** Returns a token that is valid except for the given changes; `undefined` omits a claim. */
const forge = async (client: SignedIn, { header, claims, key }: Forgery = {}): Promise<string> => {
  const { signing } = await getKeyRing();
  const { user_id, session_id, org_id, role } = await client.session();
  const payload = {
    iss: env.BASE_URL,
    aud: audience,
    sub: user_id,
    sid: session_id,
    org: org_id,
    role,
    iat: now(),
    exp: now() + 3600,
    jti: newId(),
    ...claims,
  };
  const protectedHeader = { alg: "RS256", typ: "JWT", kid: signing.kid, ...header } as unknown as JWTHeaderParameters;
  return new SignJWT(JSON.parse(JSON.stringify(payload)))
    .setProtectedHeader(JSON.parse(JSON.stringify(protectedHeader)))
    .sign(key ?? signing.key);
};

const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString("base64url");

const strangeKey = generateKeyPairSync("rsa", { modulusLength: 2048 }).privateKey;

const publicPem = async (): Promise<Buffer> => {
  const { signing } = await getKeyRing();
  return Buffer.from(createPublicKey(signing.key).export({ type: "spki", format: "pem" }));
};

const hostile: Record<string, (client: SignedIn) => Promise<string>> = {
  "without a signature (alg none)": async (client) => {
    const [, payload] = (await forge(client)).split(".");
    return `${encode({ alg: "none", typ: "JWT" })}.${payload}.`;
  },
  "signed with the public key as an HMAC secret": async (client) =>
    forge(client, { header: { alg: "HS256" }, key: createSecretKey(await publicPem()) }),
  "signed with another key under our key id": (client) => forge(client, { key: strangeKey }),
  "signed with a key that it contains": async (client) => {
    const jwk = await exportJWK(createPublicKey(strangeKey));
    return forge(client, { header: { jwk, kid: undefined }, key: strangeKey });
  },
  "signed with a key from a URL that it names": (client) =>
    forge(client, { header: { jku: "https://example.org/jwks.json", kid: "theirs" }, key: strangeKey }),
  "without a key id": (client) => forge(client, { header: { kid: undefined } }),
  "signed with our key but with another algorithm": (client) => forge(client, { header: { alg: "PS256" } }),
  "of another type": (client) => forge(client, { header: { typ: "at+jwt" } }),
  "with an unknown critical extension": async (client) => {
    const [, payload, signature] = (await forge(client)).split(".");
    return `${encode({ alg: "RS256", typ: "JWT", crit: ["x"], x: 1 })}.${payload}.${signature}`;
  },
  "with a changed claim": async (client) => {
    const [header, , signature] = (await forge(client)).split(".");
    const { user_id, session_id } = await client.session();
    return `${header}.${encode({ sub: user_id, sid: session_id, role: "owner", exp: now() + 3600 })}.${signature}`;
  },
  "with half a signature": async (client) => (await forge(client)).slice(0, -100),
  "from another issuer": (client) => forge(client, { claims: { iss: "https://example.org" } }),
  "for another audience": (client) => forge(client, { claims: { aud: "another-api" } }),
  "that never expires": (client) => forge(client, { claims: { exp: undefined } }),
  "that isn't valid until tomorrow": (client) => forge(client, { claims: { nbf: now() + 86_400 } }),
  "without a session": (client) => forge(client, { claims: { sid: undefined } }),
  "whose subject isn't a user id": (client) => forge(client, { claims: { sub: "' OR 1=1 --" } }),
  "with an unknown role": (client) => forge(client, { claims: { role: "superuser" } }),
  "that isn't a JWT": async () => "nonsense",
  "that is empty": async () => "",
};

test("accepts an unmodified token, which shows that the tokens below are rejected because of their modifications", async ({
  as,
  visitor,
}) => {
  const authorization = `Bearer ${await forge(as("member"))}`;
  expect((await visitor.get("/api/user/me/", { authorization })).status).toBe(200);
});

for (const [what, make] of Object.entries(hostile)) {
  test(`returns 401 for a token ${what} [#129]`, async ({ as, visitor }) => {
    const authorization = `Bearer ${await make(as("member"))}`;
    expect(await visitor.get("/api/user/me/", { authorization })).toFail(401, "not_authenticated");
  });
}

test("returns 401 for an expired token", async ({ as, visitor }) => {
  const authorization = `Bearer ${await forge(as("member"), { claims: { exp: now() - 1 } })}`;
  const reply = await visitor.get("/api/user/me/", { authorization });
  expect(reply).toFail(401, "token_expired");
  expect(reply.headers.get("www-authenticate")).toBe("Bearer");
});

test("returns 401 for a token that names another user's session", async ({ as, visitor, org_id }) => {
  const stranger = await signIn(await makeAccount({ org_id, role: "owner" }));
  const authorization = `Bearer ${await forge(as("member"), { claims: { sid: stranger.session_id } })}`;
  expect(await visitor.get("/api/user/me/", { authorization })).toFail(401, "token_expired");
});

test("returns 401 for a token that names an organisation the user isn't in", async ({ as, visitor }) => {
  const authorization = `Bearer ${await forge(as("member"), { claims: { org: await makeOrganisation() } })}`;
  expect(await visitor.get("/api/user/me/", { authorization })).toFail(401, "token_expired");
});

test("uses the role in the membership, not the one in the token", async ({ as, visitor }) => {
  const { user_id, session_id, org_id } = await as("viewer").session();
  const authorization = `Bearer ${await signToken({ user_id, session_id, org_id, role: "owner" })}`;
  const invitation = { email: "somebody@example.org", role: "viewer" };
  expect(await visitor.post("/api/user/invite-user/", invitation, { authorization })).toFail(403, "forbidden");
});

test("returns 401 as soon as the session is revoked", async ({ as, db }) => {
  const member = as("member");
  expect((await member.get("/api/user/me/")).status).toBe(200);
  const { session_id } = await member.session();
  await db.session.update({ where: { id: session_id }, data: { ended_at: new Date() } });
  expect(await member.get("/api/user/me/")).toFail(401, "token_expired");
});

test("returns 401 as soon as the member is removed from the organisation", async ({ as, db, org_id }) => {
  const member = as("member");
  const { user_id } = await member.session();
  expect((await member.get("/api/user/me/")).status).toBe(200);
  await db.membership.delete({ where: { org_id_user_id: { org_id, user_id } } });
  expect(await member.get("/api/user/me/")).toFail(401, "token_expired");
});

test("returns 401 for an Authorization header with a scheme other than Bearer", async ({ visitor }) => {
  const reply = await visitor.get("/api/user/me/", { authorization: "Basic YTpi" });
  expect(reply).toFail(401, "not_authenticated");
});
