import { CircleAlert, CircleHelp, Info, type LucideIcon, OctagonAlert, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { impacts } from "@/messages/texts/impacts";
import type { ReviewableImpact } from "@/server/core/impact";

export type Severity = ReviewableImpact;

type Look = { icon: LucideIcon; colours: string };

export const looks: Record<Severity, Look> = {
  critical: { icon: OctagonAlert, colours: "border-critical bg-critical-tint text-critical" },
  serious: { icon: TriangleAlert, colours: "border-serious bg-serious-tint text-serious" },
  moderate: { icon: CircleAlert, colours: "border-moderate bg-moderate-tint text-moderate" },
  minor: { icon: Info, colours: "border-minor bg-minor-tint text-minor" },
  needs_review: { icon: CircleHelp, colours: "border-review bg-review-tint text-review" },
};

type BadgeProps = { impact: Severity; children?: ReactNode };

/** Shows the impact with an icon, words and a colour, never with colour alone. */
export const ImpactBadge = ({ impact, children = impacts[impact] }: BadgeProps) => {
  const { icon: Icon, colours } = looks[impact];
  return (
    <span
      className={`inline-flex items-center gap-1.5 whitespace-nowrap rounded-full border px-2.5 py-0.5 text-sm font-semibold ${colours}`}
    >
      <Icon className="size-4 shrink-0" aria-hidden="true" />
      {children}
    </span>
  );
};
