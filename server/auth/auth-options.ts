import type { DefaultSession, NextAuthOptions } from "next-auth";
import type { CredentialsConfig } from "next-auth/providers/credentials";
import { z } from "zod";
import { getDatabase } from "@/server/adapters/database";
import { env } from "@/server/core/env";
import { AppError } from "@/server/core/errors";
import { log } from "@/server/core/log";
import { getSecret } from "@/server/core/secrets";
import { inTransaction } from "@/server/core/transaction";
import { readSessionCookie } from "./authenticate";
import { checkCredentials } from "./credentials";
import { type Role, roles } from "./permissions";
import { sessionCookie } from "./session-cookie";
import { endSession, keepSession, type Origin, sessionSeconds, startSession } from "./sessions";
import { signToken, type TokenSubject } from "./token";

declare module "next-auth" {
  interface Session {
    user: DefaultSession["user"] & { id: string };
    organisation_id: string;
    role: Role;
  }
}

const Subject = z.object({ user_id: z.uuid(), session_id: z.uuid(), org_id: z.uuid(), role: z.enum(roles) });

/** next-auth hands its token around as a loose record; ours is a token's subject in every place. */
const toRecord = (subject: TokenSubject): Record<string, unknown> => ({ ...subject });

const Credentials = z.object({ email: z.string().trim().toLowerCase().max(254), password: z.string().max(128) });

const byPassword: CredentialsConfig = {
  id: "credentials",
  type: "credentials",
  name: "E-mail and password",
  credentials: { email: { type: "email" }, password: { type: "password" } },
  authorize: async (given) => {
    const credentials = Credentials.safeParse(given);
    if (!credentials.success) throw new Error("invalid_credentials");
    // next-auth passes the message on to the sign-in page, where the code chooses the text.
    return checkCredentials(credentials.data.email, credentials.data.password).catch((error: unknown) => {
      if (!(error instanceof AppError)) log.error({ err: error }, "sign-in failed");
      throw new Error(error instanceof AppError ? error.code : "internal");
    });
  },
};

const logger: NonNullable<NextAuthOptions["logger"]> = {
  error: (code, details) => log.info({ next_auth: code, err: details instanceof Error ? details : undefined }, "auth"),
  warn: (code) => log.debug({ next_auth: code }, "auth"),
  debug: (code) => log.trace({ next_auth: code }, "auth"),
};

/**
 * next-auth for one request: its cookie holds the same RS256 token that `POST /api/auth/login` gives, of a session row
 * of its own. The token is signed anew, and the row prolonged, whenever the browser asks for its session.
 */
export const authOptions = (origin: Origin): NextAuthOptions => ({
  secret: env.NEXTAUTH_SECRET ?? getSecret("nextauth"),
  providers: [byPassword],
  session: { strategy: "jwt", maxAge: sessionSeconds },
  useSecureCookies: sessionCookie.options.secure,
  cookies: { sessionToken: sessionCookie },
  pages: { signIn: "/sign-in", signOut: "/sign-in", error: "/sign-in" },
  jwt: {
    maxAge: sessionSeconds,
    encode: ({ token }) => signToken(Subject.parse(token)),
    decode: async ({ token = "" }) => {
      const principal = await readSessionCookie(token);
      return principal && toRecord(principal);
    },
  },
  callbacks: {
    jwt: async ({ token, user }) => {
      const subject = user
        ? await inTransaction(({ db }) => startSession(db, user.id, origin))
        : await keepSession((await getDatabase()).prisma, Subject.parse(token));
      return toRecord(subject);
    },
    session: ({ session, token }) => {
      const { user_id, org_id, role } = Subject.parse(token);
      return { expires: session.expires, user: { id: user_id }, organisation_id: org_id, role };
    },
  },
  events: {
    signOut: async ({ token }) => {
      const subject = Subject.safeParse(token);
      if (subject.success) await endSession((await getDatabase()).prisma, subject.data.session_id);
    },
  },
  logger,
});
