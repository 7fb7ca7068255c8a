/** What each plan allows (contract §6). `most_often` is how often a schedule may scan; null means by hand only. */
export const plans = {
  free: { websites: 1, pages_per_scan: 25, most_often: null },
  starter: { websites: 5, pages_per_scan: 250, most_often: "weekly" },
  agency: { websites: 25, pages_per_scan: 1_000, most_often: "daily" },
  enterprise: { websites: 100, pages_per_scan: 10_000, most_often: "daily" },
} as const;

export type PlanId = keyof typeof plans;

/** The plan of this name; one that nobody sells counts as free. */
export const planOf = (name: string): PlanId => (Object.hasOwn(plans, name) ? (name as PlanId) : "free");

/** A plan as texts call it. */
export const titleOf = (plan: string): string => plan.charAt(0).toUpperCase() + plan.slice(1);
