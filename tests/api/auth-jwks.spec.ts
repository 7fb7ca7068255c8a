import { createLocalJWKSet, type JSONWebKeySet, jwtVerify } from "jose";
import { GET } from "@/app/.well-known/jwks.json/route";
import { getKeyRing } from "@/server/domains/identity/auth/keys";
import { expect, test } from "../support/api";

test("anyone can verify a token with the published keys [#130]", async ({ as }) => {
  const response = await GET();
  expect(response.status).toBe(200);
  const { access_token, user_id } = await as("member").session();
  const keys = createLocalJWKSet((await response.json()) as JSONWebKeySet);
  const { payload, protectedHeader } = await jwtVerify(access_token, keys, {
    issuer: "http://localhost:8000",
    audience: "curbcut-api",
    algorithms: ["RS256"],
  });
  expect(payload.sub).toBe(user_id);
  expect(protectedHeader.kid).toBe((await getKeyRing()).signing.kid);
});

test("publishes only public keys, which can be cached for five minutes", async () => {
  const response = await GET();
  const { keys } = (await response.json()) as JSONWebKeySet;
  for (const key of keys) expect(Object.keys(key).toSorted()).toEqual(["alg", "e", "kid", "kty", "n", "use"]);
  expect(response.headers.get("cache-control")).toBe("public, max-age=300");
  expect(response.headers.get("x-request-id")).toBeTruthy();
});
