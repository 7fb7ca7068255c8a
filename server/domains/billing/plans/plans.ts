import type { PlanId } from "@/generated/prisma/enums";
import { defaultViews, type FurtherView, furtherViews } from "@/server/scanner/views";

interface PlanLimits {
  websites: number;
  pages_per_scan: number;
  /** The most frequent schedule allowed; null allows only audits started by people. */
  most_often: "daily" | "weekly" | null;
  /** The views that can be tested besides the usual one. */
  views: FurtherView[];
  /** Whether page states can be tested. */
  states: boolean;
}

/** The paid plans include page states and all views, even views that take longer than the default ones. */
const everything: Pick<PlanLimits, "views" | "states"> = { views: [...furtherViews], states: true };

export const plans: Readonly<Record<PlanId, PlanLimits>> = {
  free: { websites: 1, pages_per_scan: 25, most_often: null, views: [...defaultViews], states: false },
  starter: { websites: 5, pages_per_scan: 250, most_often: "weekly", ...everything },
  agency: { websites: 25, pages_per_scan: 1_000, most_often: "daily", ...everything },
  enterprise: { websites: 100, pages_per_scan: 10_000, most_often: "daily", ...everything },
};

export type { PlanId, PlanLimits };

/** Returns a plan's display name. */
export const titleOf = (plan: string): string => plan.charAt(0).toUpperCase() + plan.slice(1);
