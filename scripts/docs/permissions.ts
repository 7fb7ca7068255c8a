import { permissionSlugs, roleMay, roles } from "@/server/core/permissions";
import { table } from "./markdown";

/** Renders the table in docs/organisations.md: every permission, and the roles that have it. */
export const renderPermissions = (): string =>
  table(
    ["Permission", ...roles],
    permissionSlugs.map((slug) => [`\`${slug}\``, ...roles.map((role) => (roleMay(role, slug) ? "yes" : "–"))]),
  );
