import { type Permission, type Role, roleMay } from "@/server/core/permissions";
import type { Added } from "./contract";

/** Something that was added to an account and that a password reset can remove. */
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

/** Limits the search to what the person added in these sessions after `since`. */
export interface Search {
  person: { id: string; email: string };
  sessions: string[];
  since: Date;
  /** The person's current role in each organisation. */
  standings: readonly Standing[];
}

/**
 * Returns a filter for the organisations in which the person's role currently includes a permission. A reset doesn't
 * undo anything in other organisations.
 */
export const orgsWhere = ({ standings }: Search, permission: Permission): { in: string[] } => ({
  in: standings.filter(({ role }) => roleMay(role, permission)).map(({ org_id }) => org_id),
});
