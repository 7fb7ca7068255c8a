import "../support/environment";
import { generateKeyPairSync } from "node:crypto";
import { expect, test } from "@playwright/test";
import { decodeJwt, decodeProtectedHeader, SignJWT } from "jose";
import { env } from "@/server/core/env";
import { newId } from "@/server/core/ids";
import { getKeyRing, readKeyRing } from "@/server/domains/identity/auth/keys";
import { audience, signToken, type TokenSubject, verifyToken } from "@/server/domains/identity/auth/token";

const pem = (modulusLength = 2048): string =>
  generateKeyPairSync("rsa", { modulusLength }).privateKey.export({ type: "pkcs8", format: "pem" }).toString();

const newSubject = (): TokenSubject => ({ user_id: newId(), session_id: newId(), org_id: newId(), role: "member" });

const signAged = async (subject: TokenSubject, secondsAgo: number): Promise<string> => {
  const { signing } = await getKeyRing();
  const expiry = Math.floor(Date.now() / 1000) - secondsAgo;
  return new SignJWT({ sid: subject.session_id, org: subject.org_id, role: subject.role })
    .setProtectedHeader({ alg: "RS256", typ: "JWT", kid: signing.kid })
    .setIssuer(env.BASE_URL)
    .setAudience(audience)
    .setSubject(subject.user_id)
    .setIssuedAt(expiry - 3600)
    .setExpirationTime(expiry)
    .setJti(newId())
    .sign(signing.key);
};

test("a token is signed with RS256, has a key id and the contract's claims, and expires in 60 minutes [#65] [#130]", async () => {
  const subject = newSubject();
  const token = await signToken(subject);
  const { signing } = await getKeyRing();
  expect(decodeProtectedHeader(token)).toEqual({ alg: "RS256", typ: "JWT", kid: signing.kid });
  const claims = decodeJwt(token);
  expect(Object.keys(claims).toSorted()).toEqual(["aud", "exp", "iat", "iss", "jti", "org", "role", "sid", "sub"]);
  expect(claims).toMatchObject({
    iss: env.BASE_URL,
    aud: audience,
    sub: subject.user_id,
    sid: subject.session_id,
    org: subject.org_id,
    role: "member",
  });
  expect((claims.exp ?? 0) - (claims.iat ?? 0)).toBe(3600);
  expect(await verifyToken(token)).toEqual(subject);
});

test("tokens are unique", async () => {
  const subject = newSubject();
  expect(await signToken(subject)).not.toBe(await signToken(subject));
});

test("distinguishes an expired token from an invalid one", async () => {
  const token = await signAged(newSubject(), 1);
  await expect(verifyToken(token)).rejects.toMatchObject({ code: "token_expired" });
  await expect(verifyToken(`${token}x`)).rejects.toMatchObject({ code: "not_authenticated" });
});

test("accepts an expired token within the given grace period only", async () => {
  const subject = newSubject();
  expect(await verifyToken(await signAged(subject, 50), { graceSeconds: 60 })).toEqual(subject);
  await expect(verifyToken(await signAged(subject, 70), { graceSeconds: 60 })).rejects.toMatchObject({
    code: "token_expired",
  });
});

test("the first key signs and every key verifies, so that tokens with an old kid remain valid", async () => {
  const [old, fresh] = [pem(), pem()];
  const before = await readKeyRing(old);
  const after = await readKeyRing(`${fresh}\n${old}`);
  expect(after.signing.kid).not.toBe(before.signing.kid);
  expect([...after.verifying.keys()]).toEqual([after.signing.kid, before.signing.kid]);
  expect(after.jwks.keys).toHaveLength(2);
});

test("accepts a key on one line, with \\n for its line breaks", async () => {
  const text = pem();
  const oneLine = text.trim().replaceAll("\n", "\\n");
  expect((await readKeyRing(oneLine)).signing.kid).toBe((await readKeyRing(text)).signing.kid);
});

test("the public keys contain no private fields", async () => {
  const { jwks } = await readKeyRing(pem());
  expect(jwks.keys.map((key) => Object.keys(key).toSorted())).toEqual([["alg", "e", "kid", "kty", "n", "use"]]);
});

const ellipticPem = generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey.export({
  type: "pkcs8",
  format: "pem",
});

for (const [what, text] of [
  ["text that isn't PEM", "secret"],
  ["an elliptic-curve key", ellipticPem.toString()],
  ["a key of 1024 bits", pem(1024)],
] as const) {
  test(`rejects ${what} without quoting it`, async () => {
    const failure = await readKeyRing(text).catch((error: Error) => error.message);
    expect(failure).toBe("JWT_PRIVATE_KEY must contain RSA private keys of at least 2048 bits in PEM format.");
  });
}
