import { createHash, randomBytes } from "node:crypto";
import { z } from "zod";
import type { Ctx, Db } from "@/server/core/context";
import { AppError } from "@/server/core/errors";
import { newId } from "@/server/core/ids";
import { seal, unseal } from "@/server/core/sealed";

const purpose = "search-perf/state";
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
 * What Google hands back with its answer: who asked, for which organisation, until when, and the verifier of RFC 7636,
 * encrypted and signed by one key (RFC 7516, A256GCM). Nothing is stored until it comes back.
 */
export const makeState = async ({ user_id, org_id }: Pick<Ctx, "user_id" | "org_id">) => {
  const code_verifier = randomBytes(32).toString("base64url");
  const content: State = { id: newId(), user_id, org_id, code_verifier, expires_at: Date.now() + minutes * 60_000 };
  const codeChallenge = createHash("sha256").update(code_verifier).digest("base64url");
  return { state: await seal(JSON.stringify(content), purpose), codeChallenge };
};

/** What a state says. Throws `invalid_code` for one that is not ours, `expired` after ten minutes. */
export const openState = async (text: string): Promise<State> => {
  const opened = await unseal(text, purpose).catch(() => null);
  if (opened === null) throw new AppError("invalid_code", "This answer of Google is to nothing that was asked here.");
  const state = State.parse(JSON.parse(opened));
  if (state.expires_at > Date.now()) return state;
  throw new AppError("expired", "This took longer than ten minutes. Please connect again.");
};

/** Uses a state up; of two answers at the same time only one gets through. Throws `expired` for the others. */
export const claimState = async (db: Db, { id, user_id, expires_at }: State): Promise<void> => {
  const now = new Date();
  const { count } = await db.accountToken.createMany({
    data: [
      { id: newId(), user_id, purpose, token_hash: `${purpose}/${id}`, expires_at: new Date(expires_at), used_at: now },
    ],
    skipDuplicates: true,
  });
  if (count === 0) throw new AppError("expired", "This answer of Google was used already. Please connect again.");
};
