import { newId } from "@/server/core/ids";
import { getKeyRing } from "@/server/domains/identity/auth";
import { refuseChange } from "@/server/endpoint/rest";

export const dynamic = "force-dynamic";

/** Returns the public keys that verify access tokens, as a JWK set (RFC 7517). */
export const GET = async (): Promise<Response> =>
  Response.json((await getKeyRing()).jwks, {
    headers: { "Cache-Control": "public, max-age=300", "X-Request-Id": newId() },
  });

export { refuseChange as DELETE, refuseChange as PATCH, refuseChange as POST, refuseChange as PUT };
