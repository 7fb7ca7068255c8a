import type { Db } from "@/server/core/context";

/** Returns words about a user that anyone who knows them could guess, and that make a weak password. */
export const wordsAbout = async (db: Db, user_id: string): Promise<string[]> => {
  const { email, name, memberships } = await db.user.findUniqueOrThrow({
    where: { id: user_id },
    select: { email: true, name: true, memberships: { select: { organisation: { select: { name: true } } } } },
  });
  return [email, name, ...memberships.map(({ organisation }) => organisation.name)];
};
