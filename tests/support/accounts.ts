import { randomBytes } from "node:crypto";
import { getDatabase } from "@/server/adapters/database";
import { hashPassword } from "@/server/auth/password";
import type { Role } from "@/server/auth/permissions";
import { type StartedSession, startSession } from "@/server/auth/sessions";
import { newId } from "@/server/core/ids";

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
  /** Without one nobody can sign in by password, which saves the time to hash it. */
  password?: string;
  verified?: boolean;
}

export interface Account {
  id: string;
  email: string;
}

/** A user with a membership, written straight to the database. */
export const makeAccount = async ({ org_id, role, password, ...rest }: AccountOptions): Promise<Account> => {
  const { prisma } = await getDatabase();
  const { email = uniqueEmail(), verified = true } = rest;
  const id = newId();
  await prisma.user.create({
    data: {
      id,
      email,
      name: `Test ${role}`,
      password_hash: password ? await hashPassword(password) : null,
      email_verified_at: verified ? new Date() : null,
      memberships: { create: { org_id, role } },
    },
  });
  return { id, email };
};

export const signIn = async ({ id }: Account): Promise<StartedSession> =>
  startSession((await getDatabase()).prisma, id, { ip: "192.0.2.1", agent: "tests" });
