const abilities: Readonly<Record<string, string>> = {
  owner: "An owner can do everything, including deleting the organisation.",
  admin: "An admin can do everything except deleting the organisation.",
  member: "A member can read everything, run audits, and work on websites, issues and reports.",
  viewer: "A viewer can read everything and change nothing.",
  billing: "The billing role can see and change the plan, payments and invoices.",
};

/** What a role may do, or null for a role that is none of ours. */
export const describeRole = (role: string): string | null => abilities[role.toLowerCase()] ?? null;
