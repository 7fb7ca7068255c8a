import { CircleCheck, type LucideIcon } from "lucide-react";
import { bandOf } from "@/messages/runtime/score-bands";
import { score as texts } from "@/messages/texts/score";
import { looks } from "./impact";

const passed: { icon: LucideIcon; colours: string } = {
  icon: CircleCheck,
  colours: "border-passed bg-passed-tint text-passed",
};

/** Shows the band of a score with an icon, words and a colour, never with colour alone. */
export const ScoreBand = ({ score }: { score: number }) => {
  const { id, status } = bandOf(score);
  const { icon: Icon, colours } = status === "passed" ? passed : looks[status];
  return (
    <span
      className={`inline-flex items-center gap-1.5 rounded-full border px-2.5 py-0.5 text-sm font-semibold ${colours}`}
    >
      <Icon className="size-4 shrink-0" aria-hidden="true" />
      {texts.bands[id]}
    </span>
  );
};
