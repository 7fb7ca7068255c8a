import type { Role } from "../../_parts/role-select";

/** The user viewing the team, and what they can change. */
export type Viewer = {
  user_id: string;
  organisation: { id: string; name: string };
  role: Role;
  mayChange: boolean;
  mayInvite: boolean;
};

/** Only owners can manage owners. */
export const mayHandle = (viewer: Viewer, role: Role): boolean => viewer.role === "owner" || role !== "owner";
