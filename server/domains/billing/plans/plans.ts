import type { PlanId } from "@/generated/prisma/enums";

/** What each plan allows. `most_often` limits schedules; null allows only audits started by people. */
export const plans = {
  free: { websites: 1, pages_per_scan: 25, most_often: null },
  starter: { websites: 5, pages_per_scan: 250, most_often: "weekly" },
  agency: { websites: 25, pages_per_scan: 1_000, most_often: "daily" },
  enterprise: { websites: 100, pages_per_scan: 10_000, most_often: "daily" },
} as const satisfies Record<PlanId, object>;

export type { PlanId };

/** Returns a plan's display name. */
export const titleOf = (plan: string): string => plan.charAt(0).toUpperCase() + plan.slice(1);
