import type { inferRouterInputs } from "@trpc/server";
import type { AppRouter } from "@/server/router";
import { clock, type Schedule } from "./describe-timing";

type Inputs = inferRouterInputs<AppRouter>["schedules"];
export type Frequency = Schedule["frequency"];

/** Values of the form's timing fields, including the fields for frequencies that aren't selected. */
export type TimingFields = {
  frequency: Frequency;
  weekday: number;
  date: number;
  time: string;
  cron: string;
  time_zone: string;
};

export const newTiming = (time_zone: string): TimingFields => ({
  frequency: "weekly",
  weekday: 1,
  date: 1,
  time: "03:00",
  cron: "",
  time_zone,
});

export const readSchedule = ({ frequency, day, hour, minute, cron, time_zone }: Schedule): TimingFields => ({
  ...newTiming(time_zone),
  frequency,
  ...(frequency === "weekly" && day ? { weekday: day } : {}),
  ...(frequency === "monthly" && day ? { date: day } : {}),
  ...(hour === null ? {} : { time: clock(hour, minute) }),
  cron: cron ?? "",
});

const dayOf = ({ frequency, weekday, date }: TimingFields): { day?: number } => {
  if (frequency === "weekly") return { day: weekday };
  return frequency === "monthly" ? { day: date } : {};
};

/** Converts the fields to the API's format. Returns null if a required field is empty. */
export const toTiming = (fields: TimingFields): Inputs["preview"] | null => {
  const { frequency, time_zone, time } = fields;
  const cron = fields.cron.trim();
  if (time_zone === "") return null;
  if (frequency === "cron") return cron === "" ? null : { frequency, time_zone, cron };
  const [hour, minute] = time.split(":").map(Number);
  if (hour === undefined || minute === undefined || Number.isNaN(hour + minute)) return null;
  return { frequency, time_zone, hour, minute, ...dayOf(fields) };
};
