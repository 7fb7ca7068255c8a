import type { SystemCtx } from "@/server/core/context";

interface Joining {
  org_id: string;
  user_id: string;
  role: string;
}

/** Who is a member already keeps their role. */
export const joinOrganisation = async ({ db }: Pick<SystemCtx, "db">, joining: Joining): Promise<void> => {
  await db.membership.createMany({ data: [joining], skipDuplicates: true });
};
