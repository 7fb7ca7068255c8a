import type { Client } from "@/server/core/context";
import { env } from "@/server/core/env";
import { queueEmail } from "@/server/domains/messaging/delivery";
import { freeGuesses } from "@/server/endpoint/guess-counts";
import { inUnscopedTransaction } from "@/server/endpoint/transaction";
import { createSecuringUrl } from "../recovery";
import { describeAgent } from "./describe-agent";

const templates = { outside: "failed-sign-ins", session: "failed-confirmations" } as const;
const quietHours = 24;

/**
 * Emails an account's owner when someone is trying to guess the password, either from outside or in a session. There is
 * a separate email for each case, sent at most once a day and only to a verified address. The email about guesses in a
 * session links to the page for securing the account, because anyone who guesses there already has access to the
 * account.
 */
export const notifyOfGuessing = (
  { ip, headers }: Client,
  user_id: string,
  from: "outside" | "session" = "outside",
): Promise<void> =>
  inUnscopedTransaction(async (system) => {
    const { db } = system;
    await db.$queryRaw`SELECT id FROM users WHERE id = ${user_id}::uuid FOR UPDATE`;
    const user = await db.user.findUnique({ where: { id: user_id } });
    if (!user?.email_verified_at) return;
    const template = templates[from];
    const since = new Date(Date.now() - quietHours * 60 * 60 * 1_000);
    const earlier = await db.emailMessage.findFirst({
      where: { template, to: user.email, created_at: { gt: since } },
      select: { id: true },
    });
    if (earlier) return;
    const agent = describeAgent(headers.get("user-agent") ?? "");
    const url =
      from === "session"
        ? await createSecuringUrl(system, user, { kind: "password_guessed" })
        : `${env.BASE_URL}/forgot-password`;
    const data = { count: freeGuesses, when: new Date().toISOString(), ip, agent, url };
    await queueEmail(system, { to: user.email, template, data });
  });
