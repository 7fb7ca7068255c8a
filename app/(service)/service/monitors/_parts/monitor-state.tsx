import { CircleCheck, CircleDashed, CirclePause, type LucideIcon, OctagonAlert, Wrench } from "lucide-react";
import type { Outputs } from "@/app/_client/trpc";
import { monitors as texts } from "@/messages/texts/monitors";

export type Monitor = Outputs["monitors"]["get"];

type State = keyof typeof texts.states;

const looks: Record<State, { icon: LucideIcon; colours: string }> = {
  up: { icon: CircleCheck, colours: "border-passed bg-passed-tint text-passed" },
  down: { icon: OctagonAlert, colours: "border-critical bg-critical-tint text-critical" },
  pending: { icon: CircleDashed, colours: "border-control bg-raised text-ink" },
  paused: { icon: CirclePause, colours: "border-control bg-raised text-ink" },
  maintenance: { icon: Wrench, colours: "border-moderate bg-moderate-tint text-moderate" },
};

const statesOf = ({ paused, status, in_maintenance }: Monitor): State[] => {
  if (paused) return ["paused"];
  return in_maintenance ? [status, "maintenance"] : [status];
};

/** Shows the state with an icon, a word and a colour, never with colour alone. */
export const MonitorState = ({ monitor }: { monitor: Monitor }) => (
  <span className="flex flex-wrap gap-1.5">
    {statesOf(monitor).map((state) => {
      const { icon: Icon, colours } = looks[state];
      return (
        <span
          key={state}
          className={`inline-flex items-center gap-1.5 whitespace-nowrap rounded-full border px-2.5 py-0.5 text-sm font-semibold ${colours}`}
        >
          <Icon className="size-4 shrink-0" aria-hidden="true" />
          {texts.states[state]}
        </span>
      );
    })}
  </span>
);
