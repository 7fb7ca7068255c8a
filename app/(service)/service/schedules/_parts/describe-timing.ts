import type { Outputs } from "@/app/_client/trpc";
import { weekdayNames } from "@/messages/runtime/formats";
import { schedules } from "@/messages/texts/schedules";
import { describeCron } from "./describe-cron";

export type Schedule = Outputs["schedules"]["get"];
export type Timing = Pick<Schedule, "frequency" | "cron" | "hour" | "minute" | "day">;

const { words, form } = schedules;

/** The last day that exists in every month. */
const alwaysThere = 28;

export const clock = (hour: number | null, minute: number | null): string =>
  `${String(hour ?? 3).padStart(2, "0")}:${String(minute ?? 0).padStart(2, "0")}`;

/** Describes in words when a schedule runs. */
export const describeTiming = ({ frequency, cron, hour, minute, day }: Timing): string => {
  const time = clock(hour, minute);
  if (frequency === "daily") return words.daily({ time });
  if (frequency === "weekly") return words.weekly({ day: weekdayNames()[(day ?? 1) - 1] ?? "", time });
  if (frequency === "monthly") {
    const date = day ?? 1;
    return date > alwaysThere ? words.monthlyOrLast({ date, time }) : words.monthly({ date, time });
  }
  return describeCron(cron ?? "") ?? form.cronOther;
};
