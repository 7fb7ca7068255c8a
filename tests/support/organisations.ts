import { getDatabase } from "@/server/adapters/database";
import { newId } from "@/server/core/ids";
import { hashLinkToken, newLinkToken } from "@/server/core/one-time-secret";
import type { Role } from "@/server/core/permissions";
import { uniqueEmail } from "./accounts";

/** Adds a user to another organisation. */
export const joinAs = async (user_id: string, org_id: string, role: Role): Promise<void> => {
  const { prisma } = await getDatabase();
  await prisma.membership.create({ data: { org_id, user_id, role } });
};

interface InviteOptions {
  org_id: string;
  invited_by: string;
  role?: Role;
  sent_at?: Date;
  expires_at?: Date;
}

/** Creates a pending invitation that was sent five minutes ago, with the token of its link. */
export const makeInvite = async ({ org_id, invited_by, role = "viewer", ...times }: InviteOptions) => {
  const { prisma } = await getDatabase();
  const token = newLinkToken();
  const invite = await prisma.invitation.create({
    data: {
      id: newId(),
      org_id,
      email: uniqueEmail(),
      role,
      token_hash: hashLinkToken(token),
      invited_by,
      sent_at: times.sent_at ?? new Date(Date.now() - 300_000),
      expires_at: times.expires_at ?? new Date(Date.now() + 86_400_000),
    },
  });
  return { ...invite, token };
};

/** Returns the headers of a call that carries an access token in a cookie, as a browser's calls do. */
export const cookieOf = (token: string): Record<string, string> => ({
  cookie: `next-auth.session-token=${token}`,
  origin: "http://localhost:8000",
});
