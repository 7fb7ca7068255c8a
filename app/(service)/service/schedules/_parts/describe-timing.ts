import type { Outputs } from "@/app/_client/trpc";
import { schedules, weekdays } from "@/app/_texts/schedules";
import { describeCron } from "./describe-cron";

export type Schedule = Outputs["schedules"]["get"];
export type Timing = Pick<Schedule, "frequency" | "cron" | "hour" | "minute" | "day">;

const { words, form } = schedules;

export const clock = (hour: number | null, minute: number | null): string =>
  `${String(hour ?? 3).padStart(2, "0")}:${String(minute ?? 0).padStart(2, "0")}`;

/** When a schedule runs, in words. */
export const describeTiming = ({ frequency, cron, hour, minute, day }: Timing): string => {
  const time = clock(hour, minute);
  if (frequency === "daily") return words.daily(time);
  if (frequency === "weekly") return words.weekly(weekdays[(day ?? 1) - 1] ?? "", time);
  if (frequency === "monthly") return words.monthly(day ?? 1, time);
  return describeCron(cron ?? "") ?? form.cronOther;
};
