import type { Db } from "@/server/core/context";

/** Returns words that would make a weak password, because anyone who knows the user could guess them. */
export const listPersonalWords = async (db: Db, user_id: string): Promise<string[]> => {
  const { email, name, memberships } = await db.user.findUniqueOrThrow({
    where: { id: user_id },
    select: { email: true, name: true, memberships: { select: { organisation: { select: { name: true } } } } },
  });
  return [email, name, ...memberships.map(({ organisation }) => organisation.name)];
};
