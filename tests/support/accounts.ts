import { randomBytes } from "node:crypto";
import { getDatabase } from "@/server/adapters/database";
import { newId } from "@/server/core/ids";
import type { Role } from "@/server/core/permissions";
import { hashPassword } from "@/server/domains/identity/auth/password";
import { type StartedSession, startSession } from "@/server/domains/identity/auth/sessions";

export const goodPassword = "seven walrus lamps at noon";

export const uniqueEmail = (): string => `person-${randomBytes(6).toString("hex")}@example.org`;

export const makeOrganisation = async (name = "Test organisation"): Promise<string> => {
  const { prisma } = await getDatabase();
  const { id } = await prisma.organisation.create({ data: { id: newId(), name } });
  return id;
};

interface AccountOptions {
  org_id: string;
  role: Role;
  email?: string;
  /** Omit it to avoid hashing a password that nobody signs in with. */
  password?: string;
  verified?: boolean;
}

export interface Account {
  id: string;
  email: string;
}

/** Creates a user with a membership directly in the database. */
export const makeAccount = async ({ org_id, role, password, ...rest }: AccountOptions): Promise<Account> => {
  const { prisma } = await getDatabase();
  const { email = uniqueEmail(), verified = true } = rest;
  const id = newId();
  const [name, password_hash] = [`Test ${role}`, password ? await hashPassword(password) : null];
  await prisma.user.create({
    data: {
      id,
      email,
      name,
      password_hash: verified ? password_hash : null,
      ...(verified ? {} : { sign_ups: { create: { id: newId(), name, password_hash: password_hash ?? "none" } } }),
      email_verified_at: verified ? new Date() : null,
      memberships: { create: { org_id, role } },
    },
  });
  return { id, email };
};

export const signIn = async ({ id }: Account): Promise<StartedSession> =>
  startSession((await getDatabase()).prisma, id, { ip: "192.0.2.1", agent: "tests" });
