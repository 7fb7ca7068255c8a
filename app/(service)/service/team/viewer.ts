import type { Role } from "../../_parts/role-select";

/** Who looks at the team, and what they may do to it. */
export type Viewer = {
  user_id: string;
  organisation: { id: string; name: string };
  role: Role;
  mayChange: boolean;
  mayInvite: boolean;
};

/** Owners are the business of owners alone. */
export const mayHandle = (viewer: Viewer, role: Role): boolean => viewer.role === "owner" || role !== "owner";
