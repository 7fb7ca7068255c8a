import { CircleAlert, CircleHelp, Info, type LucideIcon, OctagonAlert, TriangleAlert } from "lucide-react";

export const impacts = ["critical", "serious", "moderate", "minor"] as const;
export type Impact = (typeof impacts)[number];
export type Severity = Impact | "needs_review";

type Look = { word: string; icon: LucideIcon; colours: string };

export const looks: Record<Severity, Look> = {
  critical: { word: "Critical", icon: OctagonAlert, colours: "border-critical bg-critical-tint text-critical" },
  serious: { word: "Serious", icon: TriangleAlert, colours: "border-serious bg-serious-tint text-serious" },
  moderate: { word: "Moderate", icon: CircleAlert, colours: "border-moderate bg-moderate-tint text-moderate" },
  minor: { word: "Minor", icon: Info, colours: "border-minor bg-minor-tint text-minor" },
  needs_review: { word: "Needs review", icon: CircleHelp, colours: "border-review bg-review-tint text-review" },
};

/** Never colour alone: icon, word and colour. */
export const ImpactBadge = ({ impact }: { impact: Severity }) => {
  const { word, icon: Icon, colours } = looks[impact];
  return (
    <span
      className={`inline-flex items-center gap-1.5 whitespace-nowrap rounded-full border px-2.5 py-0.5 text-sm font-semibold ${colours}`}
    >
      <Icon className="size-4 shrink-0" aria-hidden="true" />
      {word}
    </span>
  );
};
