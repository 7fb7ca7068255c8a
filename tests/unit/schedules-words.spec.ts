import { expect, test } from "@playwright/test";
import { describeCron } from "@/app/(service)/service/schedules/_parts/describe-cron";
import { describeTiming } from "@/app/(service)/service/schedules/_parts/describe-timing";
import { schedules } from "@/messages/texts/schedules";

const lines: Readonly<Record<string, string | null>> = {
  "0 3 * * *": "At 03:00, every day",
  "30 3,15 * * *": "At 03:30 and 15:30, every day",
  "0 3 * * 1-5": "At 03:00, Monday to Friday",
  "0 3 * * 0,6": "At 03:00, on Saturday and Sunday",
  "0 3 * * 7": "At 03:00, on Sunday",
  "0 3 * * MON,thu": "At 03:00, on Monday and Thursday",
  "0 3 * * 0-6": "At 03:00, every day",
  "0 3 1,15 * *": "At 03:00, on days 1 and 15 of the month",
  "0 3 L * *": "At 03:00, on the last day of the month",
  "0 3 1 * 1": "At 03:00, on day 1 of the month, and also on Monday",
  "0 3 1 */3 *": "At 03:00, on day 1 of the month, in January, April, July and October",
  "0 3 * JAN-MAR *": "At 03:00, every day, January to March",
  "*/15 * * * *": "Every 15 minutes, every day",
  "0 * * * *": "Every hour, on the hour, every day",
  "20 * * * *": "Every hour, at 20 minutes past, every day",
  "0 */6 * * *": "At 00:00, 06:00, 12:00 and 18:00, every day",
  "0 8-18 * * 1-5": "At 0 minutes past the hour (hours: 8 to 18), Monday to Friday",
  "0,30 8-18 * * *": "At 0 and 30 minutes past the hour (hours: 8 to 18), every day",
  "*/25 * * * *": "At 0, 25 and 50 minutes past every hour, every day",
  "0 3 * * 1#2": null,
  "0 3 15W * *": null,
  "0 3 * *": null,
  "60 3 * * *": null,
  "0 3 0 * *": null,
  "*/0 3 * * *": null,
  "": null,
};

test("describes a cron expression in plain words, or returns null", () => {
  expect(Object.fromEntries(Object.keys(lines).map((line) => [line, describeCron(line)]))).toEqual(lines);
});

test("describes every frequency", () => {
  const usual = { cron: null, hour: 4, minute: 5, day: null };
  expect(describeTiming({ ...usual, frequency: "daily" })).toBe("Every day at 04:05");
  expect(describeTiming({ ...usual, frequency: "weekly", day: 7 })).toBe("Every Sunday at 04:05");
  expect(describeTiming({ ...usual, frequency: "monthly", day: 2 })).toBe("On the 2nd of every month at 04:05");
  expect(describeTiming({ ...usual, frequency: "monthly", day: 31 })).toBe(
    "On the 31st (or the last day) of every month at 04:05",
  );
  expect(describeTiming({ ...usual, frequency: "cron", cron: "0 3 * * 1#2" })).toBe("Custom cron expression");
  expect([1, 2, 3, 4, 11, 12, 13, 21, 22, 23].map((date) => schedules.words.dayOfMonth({ date })).join(" ")).toBe(
    "1st 2nd 3rd 4th 11th 12th 13th 21st 22nd 23rd",
  );
});
