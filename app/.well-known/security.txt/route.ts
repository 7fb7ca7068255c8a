import { env } from "@/server/core/env";
import { AppError } from "@/server/core/errors";
import { answerWith, refuseChange } from "@/server/endpoint/rest";

export const dynamic = "force-dynamic";

/** How long the file is valid. The limit prevents an outdated contact from being used indefinitely. */
const validMs = 30 * 24 * 60 * 60 * 1_000;

/** Returns the text that says where to report a vulnerability in this server (RFC 9116). */
const write = (contact: string): string =>
  [
    `Contact: mailto:${contact}`,
    `Expires: ${new Date(Date.now() + validMs).toISOString()}`,
    `Canonical: ${env.BASE_URL}/.well-known/security.txt`,
    "Preferred-Languages: en",
    "",
  ].join("\n");

export const GET = (request: Request): Promise<Response> =>
  answerWith(request, async () => {
    if (!env.SUPPORT_EMAIL)
      throw new AppError("not_found", "This server has no security contact. Contact the person who runs it.");
    return new Response(write(env.SUPPORT_EMAIL), {
      headers: { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "public, max-age=86400" },
    });
  });

export { refuseChange as DELETE, refuseChange as PATCH, refuseChange as POST, refuseChange as PUT };
