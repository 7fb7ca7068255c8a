import { readCapped } from "@/server/core/body";
import { AppError } from "@/server/core/errors";
import { inTransaction } from "@/server/core/transaction";
import { unsubscribe } from "./change-subscription";

const largestBody = 10_000;

/** RFC 8058 §3.1: the body is this one pair, url-encoded or multipart. It tells a mail program from a link checker. */
const assertOneClick = async (request: Request): Promise<void> => {
  const type = request.headers.get("content-type") ?? "";
  const body = new Uint8Array(await readCapped(request, largestBody));
  const form = await new Response(body, { headers: { "content-type": type } }).formData().catch(() => null);
  if (form?.get("List-Unsubscribe") !== "One-Click")
    throw new AppError("invalid_input", "Post List-Unsubscribe=One-Click as a form.");
};

/** What a mail program posts when its user presses "unsubscribe". Nobody is signed in, and nobody is sent elsewhere. */
export const answerOneClick = async (request: Request): Promise<Response> => {
  await assertOneClick(request);
  const token = new URL(request.url).searchParams.get("token") ?? "";
  await inTransaction((ctx) => unsubscribe(ctx, { token }));
  return new Response(null, { status: 204, headers: { "Cache-Control": "no-store" } });
};

/** Older mail programs open the address in a browser; the page there asks before it changes anything. */
export const openUnsubscribePage = async (request: Request): Promise<Response> => {
  const { search } = new URL(request.url);
  return new Response(null, { status: 303, headers: { Location: `/unsubscribe${search}` } });
};
