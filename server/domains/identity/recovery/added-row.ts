import { type Permission, type Role, roleMay } from "@/server/core/permissions";
import type { Added } from "./contract";

/** Something added to an account that a password reset can remove. */
export interface Row {
  kind: Added["kind"];
  key: string;
  label: string;
  created_at: Date;
  created_by_session: string | null;
}

interface Standing {
  org_id: string;
  role: Role;
}

/** Whose additions to find: what these sessions did since a point in time. */
export interface Search {
  person: { id: string; email: string };
  sessions: string[];
  since: Date;
  /** The person's current role in each organisation. */
  standings: readonly Standing[];
}

/**
 * Returns the organisations in which the person's role currently has a permission: a reset undoes nothing elsewhere.
 */
export const orgsWhere = ({ standings }: Search, permission: Permission): { in: string[] } => ({
  in: standings.filter(({ role }) => roleMay(role, permission)).map(({ org_id }) => org_id),
});
