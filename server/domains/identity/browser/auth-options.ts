import type { Account, DefaultSession, NextAuthOptions, User } from "next-auth";
import type { CredentialsConfig } from "next-auth/providers/credentials";
import { z } from "zod";
import { getUnscopedDb } from "@/server/adapters/database";
import type { Client } from "@/server/core/context";
import { env } from "@/server/core/env";
import { AppError } from "@/server/core/errors";
import { log } from "@/server/core/log";
import { type Role, roles } from "@/server/core/permissions";
import { getSecret } from "@/server/core/secrets";
import { inUnscopedTransaction } from "@/server/endpoint/transaction";
import { readSessionCookie } from "../auth/authenticate";
import { chooseOrganisation } from "../auth/choose-organisation";
import { checkCredentials } from "../auth/credentials";
import type { Proof } from "../auth/proof";
import { configuredProviders } from "../auth/provider-ids";
import { sessionCookie } from "../auth/session-cookie";
import { extendSession, sessionSeconds } from "../auth/sessions";
import { signToken, type TokenSubject } from "../auth/token";
import { addIdentity, type Identity, type Linking, openSession, signInByIdentity, signOut } from "../sign-in";
import { identityProviders } from "./identity-providers";
import { linkingPage } from "./read-linking";

declare module "next-auth" {
  interface Session {
    user: DefaultSession["user"] & { id: string };
    organisation_id: string;
    role: Role;
  }

  interface User {
    /** Whether the identity provider confirms that the email address belongs to the user. */
    email_verified?: boolean;
    /** Digest of the password hash that was checked. */
    password_digest?: string;
  }
}

const Subject = z.object({ user_id: z.uuid(), session_id: z.uuid(), org_id: z.uuid(), role: z.enum(roles) });

/** Converts a token subject to the untyped record that next-auth uses for its tokens. */
const toRecord = ({ user_id, session_id, org_id, role }: TokenSubject): Record<string, unknown> => ({
  user_id,
  session_id,
  org_id,
  role,
});

const Credentials = z.object({ email: z.string().trim().toLowerCase().max(254), password: z.string().max(128) });

/**
 * Checks the credentials and whether the user still belongs to an organisation. Both are checked here, because only
 * errors thrown here reach the sign-in page.
 */
const checkSignIn = async (call: Client, credentials: z.output<typeof Credentials>): Promise<User> => {
  const { id, proof } = await checkCredentials(call, credentials);
  await chooseOrganisation(await getUnscopedDb(), id);
  return { id, password_digest: proof.password_digest };
};

const byPassword = (call: Client): CredentialsConfig => ({
  id: "credentials",
  type: "credentials",
  name: "Email and password",
  credentials: { email: { type: "email" }, password: { type: "password" } },
  authorize: async (given) => {
    const credentials = Credentials.safeParse(given);
    if (!credentials.success) throw new Error("invalid_credentials");
    // next-auth passes the error's message to the sign-in page, which expects a code and chooses its own text for it.
    return checkSignIn(call, credentials.data).catch((error: unknown) => {
      if (!(error instanceof AppError)) log.error({ err: error }, "failed to sign in");
      throw new Error(error instanceof AppError ? error.code : "internal");
    });
  },
});

const logger: NonNullable<NextAuthOptions["logger"]> = {
  error: (code, details) =>
    log.info({ next_auth: code, err: details instanceof Error ? details : undefined }, "next-auth error"),
  warn: (code) => log.debug({ next_auth: code }, "next-auth warning"),
  debug: (code) => log.trace({ next_auth: code }, "next-auth debug message"),
};

interface BrowserRequest {
  call: Client;
  /** The linking request if a signed-in user is linking the provider to their account; otherwise null. */
  linking: Linking | null;
  onSignIn(user_id: string): void;
}

const signInPage = (error: string): string => `${env.BASE_URL}/sign-in?error=${error}`;

const open = (call: Client, user_id: string, proof: Proof): Promise<TokenSubject> =>
  inUnscopedTransaction((system) => openSession({ ...system, call }, user_id, proof));

const codeOf = (error: unknown): string => {
  if (!(error instanceof AppError)) log.error({ err: error }, "failed to sign in");
  return error instanceof AppError ? error.code : "internal";
};

const identityOf = (user: User, account: Account): Identity | null => {
  const provider = configuredProviders().find((id) => id === account.provider);
  const { name = null, email = null, email_verified = false } = user;
  return provider ? { provider, subject: account.providerAccountId, name, email, email_verified } : null;
};

/** Links an identity and returns the URL of the account page, from which the user started. Doesn't sign anyone in. */
const link = async (linking: Linking, identity: Identity): Promise<{ page: string }> => {
  const { provider } = identity;
  try {
    await addIdentity(linking, identity);
    return { page: linkingPage({ linked: provider }) };
  } catch (error) {
    return { page: linkingPage({ not_linked: codeOf(error), provider }) };
  }
};

/**
 * Returns a session for the person whose identity the provider confirms, or the page where they must continue instead.
 */
const admit = async (call: Client, identity: Identity): Promise<TokenSubject | { page: string }> => {
  try {
    const admitted = await signInByIdentity(call, identity);
    if ("page" in admitted) return { page: `${env.BASE_URL}${admitted.page}` };
    const { provider: method, subject } = identity;
    return await open(call, admitted.user_id, { method, subject });
  } catch (error) {
    return { page: signInPage(codeOf(error)) };
  }
};

const callbacksFor = ({ call, linking, onSignIn }: BrowserRequest): NonNullable<NextAuthOptions["callbacks"]> => {
  let opened: TokenSubject | null = null;
  return {
    signIn: async ({ user, account }) => {
      if (account?.type !== "oauth") return true;
      const identity = identityOf(user, account);
      if (!identity) return signInPage("internal");
      const admitted = await (linking ? link(linking, identity) : admit(call, identity));
      if ("page" in admitted) return admitted.page;
      opened = admitted;
      onSignIn(admitted.user_id);
      return true;
    },
    jwt: async ({ token, user }) => {
      if (opened) return toRecord(opened);
      if (user) {
        const { password_digest = "" } = user;
        const subject = await open(call, user.id, { method: "password", password_digest });
        onSignIn(subject.user_id);
        return toRecord(subject);
      }
      return toRecord(await extendSession(await getUnscopedDb(), Subject.parse(token)));
    },
    session: ({ session, token }) => {
      const { user_id, org_id, role } = Subject.parse(token);
      return { expires: session.expires, user: { id: user_id }, organisation_id: org_id, role };
    },
  };
};

/**
 * Returns the next-auth options for one request. The cookie contains the same kind of RS256 token that `POST
 * /api/auth/login` returns, with its own session row. Whenever the browser requests its session, the token is signed
 * again and the session is extended.
 */
export const authOptions = ({ call, linking, onSignIn }: BrowserRequest): NextAuthOptions => ({
  secret: env.NEXTAUTH_SECRET ?? getSecret("nextauth"),
  providers: [byPassword(call), ...identityProviders()],
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
  callbacks: callbacksFor({ call, linking, onSignIn }),
  events: {
    signOut: async ({ token }) => {
      const subject = Subject.safeParse(token);
      if (subject.success) await signOut(call, subject.data);
    },
  },
  logger,
});
