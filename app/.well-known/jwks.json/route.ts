import { getKeyRing } from "@/server/auth/keys";
import { newId } from "@/server/core/ids";
import { refuseChange } from "@/server/core/rest";

export const dynamic = "force-dynamic";

/** The keys that access tokens are checked with, as RFC 7517 has them. */
export const GET = async (): Promise<Response> =>
  Response.json((await getKeyRing()).jwks, {
    headers: { "Cache-Control": "public, max-age=300", "X-Request-Id": newId() },
  });

export { refuseChange as DELETE, refuseChange as PATCH, refuseChange as POST, refuseChange as PUT };
