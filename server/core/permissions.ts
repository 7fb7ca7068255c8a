import { Role } from "@/generated/prisma/enums";

/** Every permission slug. An endpoint that requires a permission declares the slug as its `access`. */
export const permissionSlugs = [
  "websites.read",
  "websites.write",
  "websites.delete",
  "scans.read",
  "scans.run",
  "scans.cancel",
  "results.read",
  "issues.write",
  "reports.read",
  "reports.create",
  "solutions.create",
  "billing.read",
  "billing.write",
  "org.read",
  "org.write",
  "org.delete",
  "members.read",
  "members.invite",
  "members.write",
  "monitors.read",
  "monitors.write",
  "schedules.write",
  "rum.read",
  "search_perf.read",
  "search_perf.write",
  "branding.write",
  "audit_log.read",
] as const;

export type Permission = (typeof permissionSlugs)[number];

const slugs: ReadonlySet<string> = new Set(permissionSlugs);

export const isPermission = (access: string): access is Permission => slugs.has(access);

export const roles = Object.values(Role);
export type { Role };

const reading = permissionSlugs.filter((slug) => slug.endsWith(".read"));

const table: Readonly<Record<Role, readonly Permission[]>> = {
  owner: permissionSlugs,
  admin: permissionSlugs.filter((slug) => slug !== "org.delete"),
  member: [
    ...reading,
    "scans.run",
    "scans.cancel",
    "websites.write",
    "issues.write",
    "monitors.write",
    "schedules.write",
    "reports.create",
    "solutions.create",
  ],
  viewer: reading,
  billing: ["billing.read", "billing.write", "org.read"],
};

export const roleMay = (role: Role, permission: Permission): boolean => table[role].includes(permission);
