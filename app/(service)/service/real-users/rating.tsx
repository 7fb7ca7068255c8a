import { CircleCheck, OctagonAlert, TriangleAlert } from "lucide-react";
import { rum } from "@/messages/texts/rum";
import type { Figure, Metric, Rating as RatingName } from "@/server/domains/monitoring/rum/contract";
import { describeValue } from "./figures";

const looks = {
  good: { icon: CircleCheck, colours: "border-passed bg-passed-tint text-passed" },
  needs_improvement: { icon: TriangleAlert, colours: "border-moderate bg-moderate-tint text-moderate" },
  poor: { icon: OctagonAlert, colours: "border-critical bg-critical-tint text-critical" },
} as const;

/** Shows the rating with an icon, a word and a colour, never with colour alone. */
export const Rating = ({ rating }: { rating: RatingName }) => {
  const { icon: Icon, colours } = looks[rating];
  return (
    <span
      className={`inline-flex items-center gap-1.5 whitespace-nowrap rounded-full border px-2.5 py-0.5 text-sm font-semibold ${colours}`}
    >
      <Icon className="size-4 shrink-0" aria-hidden="true" />
      {rum.ratings[rating]}
    </span>
  );
};

const texts = { good: "text-passed", needs_improvement: "text-moderate", poor: "text-critical" } as const;

/** A value in a table, with an icon for its rating and the rating's name for screen readers. */
export const RatedValue = ({ metric, figure }: { metric: Metric; figure: Figure | null }) => {
  if (!figure) return "–";
  const { icon: Icon } = looks[figure.rating];
  return (
    <span className="inline-flex items-center gap-1.5 whitespace-nowrap">
      <Icon className={`size-4 shrink-0 ${texts[figure.rating]}`} aria-hidden="true" />
      <span className="sr-only">{rum.ratings[figure.rating]}:</span>
      {describeValue(metric, figure.p75)}
    </span>
  );
};
