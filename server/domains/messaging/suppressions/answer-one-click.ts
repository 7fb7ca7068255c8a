import { AppError } from "@/server/core/errors";
import { readCapped } from "@/server/endpoint/body";
import { inUnscopedTransaction } from "@/server/endpoint/transaction";
import { unsubscribe } from "./digest-subscription";

const largestBody = 10_000;

/**
 * Requires the form field defined in RFC 8058 §3.1, because link checkers don't send it. The form can be URL-encoded or
 * multipart.
 */
const assertOneClick = async (request: Request): Promise<void> => {
  const type = request.headers.get("content-type") ?? "";
  const body = new Uint8Array(await readCapped(request, largestBody));
  const form = await new Response(body, { headers: { "content-type": type } }).formData().catch(() => null);
  if (form?.get("List-Unsubscribe") !== "One-Click")
    throw new AppError("invalid_input", "Send List-Unsubscribe=One-Click as form data.");
};

/**
 * Handles the request that an email client posts when its user clicks "unsubscribe". Doesn't require signing in, and
 * doesn't redirect.
 */
export const answerOneClick = async (request: Request): Promise<Response> => {
  await assertOneClick(request);
  const token = new URL(request.url).searchParams.get("token") ?? "";
  await inUnscopedTransaction((ctx) => unsubscribe(ctx, { token }));
  return new Response(null, { status: 204, headers: { "Cache-Control": "no-store" } });
};

/** Redirects to the page that asks for confirmation. Older email clients open this URL in a browser. */
export const openUnsubscribePage = async (request: Request): Promise<Response> => {
  const { search } = new URL(request.url);
  return new Response(null, { status: 303, headers: { Location: `/unsubscribe${search}` } });
};
