import { address, count, moment, text } from "../fields";

/** Data for the emails about wrong passwords. */
export const attemptsData = { count, when: moment, ip: text.max(100), agent: text, url: address };

export const attemptsSample = {
  count: 10,
  when: "2026-11-20T09:00:00.000Z",
  ip: "203.0.113.24",
  agent: "Firefox on Windows",
};
