import { permissionSlugs, roleMay, roles } from "@/server/auth/permissions";
import { table } from "./markdown";

/** The table of docs/organisations.md: every permission, and the roles that have it. */
export const renderPermissions = (): string =>
  table(
    ["Permission", ...roles],
    permissionSlugs.map((slug) => [`\`${slug}\``, ...roles.map((role) => (roleMay(role, slug) ? "yes" : "–"))]),
  );
