import { plural } from "./plural";

const list = new Intl.ListFormat("en-GB", { type: "conjunction" });

export const weekdays = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"] as const;

export const months = [
  "January",
  "February",
  "March",
  "April",
  "May",
  "June",
  "July",
  "August",
  "September",
  "October",
  "November",
  "December",
] as const;

const ordinalRules = new Intl.PluralRules("en-GB", { type: "ordinal" });
const ordinalEnds: Readonly<Record<string, string>> = { one: "st", two: "nd", few: "rd" };

/** 1st, 2nd, 3rd, 4th. */
export const ordinal = (number: number): string => `${number}${ordinalEnds[ordinalRules.select(number)] ?? "th"}`;

export const schedules = {
  title: "Schedules",
  lead: "Scan websites again and again, and be told what has changed.",
  add: "Add a schedule",
  count: (count: number, more: boolean) => `${plural(count, "schedule", "schedules")}${more ? " so far" : ""}`,
  empty: "Nothing is scanned by schedule yet",
  emptyText:
    "A scheduled scan finds new problems while what caused them is still fresh. You get a mail with what has changed.",
  emptyReadOnly: "Nobody has added a schedule yet. Your role lets you look at schedules, and change none.",
  columns: { website: "Website", when: "When", next: "Next scan", last: "Last time", action: "Actions" },
  open: (name: string) => `Open the schedule of ${name}`,
  never: "Not yet",
  none: "None",
  inZone: (zone: string) => `${zone} time`,

  outcomes: {
    started: "Scanning",
    completed: "Done",
    failed: "Failed",
    cancelled: "Cancelled",
    skipped: "Skipped",
  },

  paused: "Paused",
  pausedBy: (failures: number) => `Paused after ${plural(failures, "failure", "failures")}`,
  pausedAdvice: "Put right what failed, then resume it. Results of earlier scans are kept.",
  pausedByHand: "It is paused. No scan starts until you resume it.",
  failing: (failures: number) => `${plural(failures, "scan", "scans")} in a row failed`,
  pause: "Pause",
  pauseName: (name: string) => `Pause the schedule of ${name}`,
  resume: "Resume",
  resumeName: (name: string) => `Resume the schedule of ${name}`,
  wasPaused: (name: string) => `The schedule of ${name} is paused.`,
  goesOn: (name: string) => `The schedule of ${name} goes on.`,
  failedToChange: (message: string) => `That didn't work. ${message}`,
  remove: "Remove",
  removeName: (name: string) => `Remove the schedule of ${name}`,
  removeAsk: (name: string) => `Remove the schedule of ${name}?`,
  removeLead: (when: string) => `${when}: no more scans start by it. The website and all its results stay.`,
  keep: "Keep it",
  removed: (name: string) => `The schedule of ${name} was removed.`,

  form: {
    addTitle: "Add a schedule",
    addLead: "The first scan starts at the first time shown below.",
    changeTitle: (name: string) => `Schedule of ${name}`,
    website: "Website",
    websiteMissing: "Choose the website to scan.",
    noWebsites: "There is no website to scan yet",
    noWebsitesText: "Add a website first. Then you can say when it is to be scanned.",
    addWebsite: "Add a website",
    frequency: "How often",
    frequencies: {
      daily: "Every day",
      weekly: "Every week",
      monthly: "Every month",
      cron: "Other times, by a cron line",
    },
    weekday: "Day of the week",
    date: "Day of the month",
    dateLate: "In a month without this day, it is the last day.",
    time: "Time",
    timeMissing: "Enter a time such as 03:00.",
    cron: "Cron line",
    cronHint: "Minute, hour, day of month, month, day of week. For example 0 3 * * 1-5. At least 15 minutes apart.",
    cronMissing: "Enter a cron line such as 0 3 * * 1-5.",
    cronOther: "By this cron line. The next scans below show what it means.",
    zone: "Time zone",
    zoneFind: "Type a city or a region",
    zoneNone: "No time zone has this name.",
    maxPages: "Pages to scan at most",
    maxPagesHint: "As the website's settings say when left empty",
    maxPagesWrong: "Enter a whole number from 1 to 10,000.",
    next: "The next scans",
    nextLead: (zone: string) =>
      `In ${zone} time. Where a change of the clocks skips a time, the scan starts at the change.`,
    nextNone: "These times can't be used yet.",
    save: "Save",
    added: (name: string) => `${name} is scanned by schedule from now on.`,
    saved: "The new times count from now on.",
  },

  runs: {
    title: "What became of it",
    count: (count: number, more: boolean) => `${plural(count, "time", "times")}${more ? " so far" : ""}`,
    empty: "No time has come yet.",
    columns: { due: "Due", outcome: "Outcome", why: "Why", audit: "Scan" },
    open: "Open the scan",
    openOf: (when: string) => `Open the scan of ${when}`,
  },

  link: {
    title: "Scan by schedule",
    lead: "Scan this website every day, week or month, and be told what has changed.",
  },

  words: {
    daily: (time: string) => `Every day at ${time}`,
    weekly: (day: string, time: string) => `Every ${day} at ${time}`,
    monthly: (date: number, time: string) =>
      date > 28
        ? `On the ${ordinal(date)} of every month, or its last day, at ${time}`
        : `On the ${ordinal(date)} of every month at ${time}`,
    at: (times: readonly string[]) => `At ${list.format(times)}`,
    everyMinutes: (step: number) => (step === 1 ? "Every minute" : `Every ${step} minutes`),
    everyHour: (minute: number) => (minute === 0 ? "Every hour, on the hour" : `Every hour, at ${minute} past`),
    minutesOf: (minutes: string, hours: string | null) =>
      hours ? `At minute ${minutes} of the hours ${hours}` : `At minute ${minutes} of every hour`,
    everyDay: "every day",
    onDays: (days: string) => `on ${days}`,
    onDates: (dates: string) => `on day ${dates} of the month`,
    onLastDate: "on the last day of the month",
    both: (dates: string, days: string) => `${dates}, and also ${days}`,
    inMonths: (names: string) => `in ${names}`,
    range: (first: string, last: string) => `${first} to ${last}`,
    list: (items: readonly string[]) => list.format(items),
  },
} as const;
