import { createHash, randomBytes } from "node:crypto";
import { z } from "zod";
import { getSearchConsole } from "@/server/adapters/search-console";
import type { Ctx, Db } from "@/server/core/context";
import { AppError } from "@/server/core/errors";
import { newId } from "@/server/core/ids";
import { purposes, seal, unseal } from "@/server/core/sealed";

const minutes = 10;

const State = z.object({
  id: z.string(),
  user_id: z.string(),
  org_id: z.string(),
  code_verifier: z.string(),
  expires_at: z.number(),
});
type State = z.infer<typeof State>;

/**
 * Creates the state that Google returns with its response: the user, the organisation, the expiry and the code verifier
 * (RFC 7636), encrypted and authenticated with one key (RFC 7516, A256GCM). Nothing is stored until Google returns the
 * state.
 */
export const makeState = async ({ user_id, org_id }: Pick<Ctx, "user_id" | "org_id">) => {
  const code_verifier = randomBytes(32).toString("base64url");
  const content: State = { id: newId(), user_id, org_id, code_verifier, expires_at: Date.now() + minutes * 60_000 };
  const codeChallenge = createHash("sha256").update(code_verifier).digest("base64url");
  return { state: await seal(JSON.stringify(content), purposes.googleState), codeChallenge };
};

/** Decrypts a state. Throws `invalid_code` if it isn't ours, `expired` after ten minutes. */
export const openState = async (text: string): Promise<State> => {
  const opened = await unseal(text, purposes.googleState).catch(() => null);
  if (opened === null) throw new AppError("invalid_code", "Unknown OAuth state. Start the connection again.");
  const state = State.parse(JSON.parse(opened));
  if (state.expires_at > Date.now()) return state;
  throw new AppError("expired", "Connecting took longer than ten minutes. Start the connection again.");
};

/** Marks a state as used. If several responses use it at once, only one succeeds; the others throw `expired`. */
export const claimState = async (db: Db, { id, user_id, expires_at }: State): Promise<void> => {
  const now = new Date();
  const { count } = await db.accountToken.createMany({
    data: [
      {
        id: newId(),
        user_id,
        purpose: purposes.googleState,
        token_hash: `${purposes.googleState}/${id}`,
        expires_at: new Date(expires_at),
        used_at: now,
      },
    ],
    skipDuplicates: true,
  });
  if (count === 0) throw new AppError("expired", "This OAuth state has already been used. Start the connection again.");
};

/** Redirects the browser to Google's consent page. */
export const startConsent = async (ctx: Ctx): Promise<{ location: string }> => {
  const searchConsole = getSearchConsole();
  return { location: await searchConsole.consentUrl(await makeState(ctx)) };
};
