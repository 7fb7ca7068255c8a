import type { Account, DefaultSession, NextAuthOptions, User } from "next-auth";
import type { CredentialsConfig } from "next-auth/providers/credentials";
import { z } from "zod";
import { getDatabase } from "@/server/adapters/database";
import { env } from "@/server/core/env";
import { AppError } from "@/server/core/errors";
import { log } from "@/server/core/log";
import { getSecret } from "@/server/core/secrets";
import { inTransaction } from "@/server/core/transaction";
import { addIdentity, type Identity, type Linking, openSession, signInByIdentity } from "@/server/features/auth";
import { readSessionCookie } from "./authenticate";
import { chooseOrganisation } from "./choose-organisation";
import { checkCredentials } from "./credentials";
import { identityProviders } from "./identity-providers";
import { type Role, roles } from "./permissions";
import { configuredProviders } from "./provider-ids";
import { linkingPage } from "./read-linking";
import { sessionCookie } from "./session-cookie";
import { endSession, keepSession, type Origin, sessionSeconds } from "./sessions";
import { signToken, type TokenSubject } from "./token";

declare module "next-auth" {
  interface Session {
    user: DefaultSession["user"] & { id: string };
    organisation_id: string;
    role: Role;
  }

  interface User {
    /** Whether the identity provider vouches for the address. */
    email_verified?: boolean;
  }
}

const Subject = z.object({ user_id: z.uuid(), session_id: z.uuid(), org_id: z.uuid(), role: z.enum(roles) });

/** next-auth hands its token around as a loose record; ours is a token's subject in every place. */
const toRecord = ({ user_id, session_id, org_id, role }: TokenSubject): Record<string, unknown> => ({
  user_id,
  session_id,
  org_id,
  role,
});

const Credentials = z.object({ email: z.string().trim().toLowerCase().max(254), password: z.string().max(128) });

/** Fails here, where next-auth passes the reason on, for who belongs nowhere any more. */
const checkSignIn = async ({ email, password }: z.output<typeof Credentials>): Promise<{ id: string }> => {
  const user = await checkCredentials(email, password);
  await chooseOrganisation((await getDatabase()).prisma, user.id);
  return user;
};

const byPassword: CredentialsConfig = {
  id: "credentials",
  type: "credentials",
  name: "E-mail and password",
  credentials: { email: { type: "email" }, password: { type: "password" } },
  authorize: async (given) => {
    const credentials = Credentials.safeParse(given);
    if (!credentials.success) throw new Error("invalid_credentials");
    // next-auth passes the message on to the sign-in page, where the code chooses the text.
    return checkSignIn(credentials.data).catch((error: unknown) => {
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

const signInPage = (error: string): string => `${env.BASE_URL}/sign-in?error=${error}`;

const open = (user_id: string, origin: Origin): Promise<TokenSubject> =>
  inTransaction((system) => openSession(system, user_id, origin));

const codeOf = (error: unknown): string => {
  if (!(error instanceof AppError)) log.error({ err: error }, "sign-in failed");
  return error instanceof AppError ? error.code : "internal";
};

const identityOf = (user: User, account: Account): Identity | null => {
  const provider = configuredProviders().find((id) => id === account.provider);
  const { name = null, email = null, email_verified = false } = user;
  return provider ? { provider, subject: account.providerAccountId, name, email, email_verified } : null;
};

/** Back to the account page, where the linking was begun; nobody signs in. */
const link = async (linking: Linking, identity: Identity): Promise<{ page: string }> => {
  const { provider } = identity;
  try {
    await addIdentity(linking, identity);
    return { page: linkingPage({ linked: provider }) };
  } catch (error) {
    return { page: linkingPage({ not_linked: codeOf(error), provider }) };
  }
};

/** A session of the person an identity provider vouches for, or the page on which they go on without one. */
const admit = async (identity: Identity, origin: Origin): Promise<TokenSubject | { page: string }> => {
  try {
    const admitted = await signInByIdentity(identity);
    return "page" in admitted ? { page: `${env.BASE_URL}${admitted.page}` } : await open(admitted.user_id, origin);
  } catch (error) {
    return { page: signInPage(codeOf(error)) };
  }
};

const callbacksFor = (origin: Origin, linking: Linking | null): NonNullable<NextAuthOptions["callbacks"]> => {
  let opened: TokenSubject | null = null;
  return {
    signIn: async ({ user, account }) => {
      if (account?.type !== "oauth") return true;
      const identity = identityOf(user, account);
      if (!identity) return signInPage("internal");
      const admitted = await (linking ? link(linking, identity) : admit(identity, origin));
      if ("page" in admitted) return admitted.page;
      opened = admitted;
      return true;
    },
    jwt: async ({ token, user }) => {
      if (opened) return toRecord(opened);
      if (user) return toRecord(await open(user.id, origin));
      return toRecord(await keepSession((await getDatabase()).prisma, Subject.parse(token)));
    },
    session: ({ session, token }) => {
      const { user_id, org_id, role } = Subject.parse(token);
      return { expires: session.expires, user: { id: user_id }, organisation_id: org_id, role };
    },
  };
};

/**
 * next-auth for one request: its cookie holds the same RS256 token that `POST /api/auth/login` gives, of a session row
 * of its own. The token is signed anew, and the row prolonged, whenever the browser asks for its session.
 */
export const authOptions = (origin: Origin, linking: Linking | null): NextAuthOptions => ({
  secret: env.NEXTAUTH_SECRET ?? getSecret("nextauth"),
  providers: [byPassword, ...identityProviders()],
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
  callbacks: callbacksFor(origin, linking),
  events: {
    signOut: async ({ token }) => {
      const subject = Subject.safeParse(token);
      if (subject.success) await endSession((await getDatabase()).prisma, subject.data.session_id);
    },
  },
  logger,
});
