import { plural } from "./plural";

const ms = (value: number): string => `${value.toLocaleString("en-GB")} ms`;

/** A length of time as people say it, to two units. */
export const sayDuration = (seconds: number): string => {
  const parts = [
    { count: Math.floor(seconds / 86_400), one: "day", many: "days" },
    { count: Math.floor((seconds % 86_400) / 3_600), one: "hour", many: "hours" },
    { count: Math.floor((seconds % 3_600) / 60), one: "minute", many: "minutes" },
    { count: Math.floor(seconds % 60), one: "second", many: "seconds" },
  ];
  const first = parts.findIndex(({ count }) => count > 0);
  const shown = parts.slice(Math.max(0, first), Math.max(0, first) + 2).filter(({ count }) => count > 0);
  return shown.length > 0 ? shown.map(({ count, one, many }) => plural(count, one, many)).join(" ") : "0 seconds";
};

export const monitors = {
  title: "Uptime",
  lead: "Your websites, asked every minute or as often as you like. When one stops answering, you hear of it first.",
  add: "Add a monitor",
  none: "No website is watched yet",
  noneText: "Add the address of a page that should always answer, such as your start page or the checkout.",
  count: (count: number, more: boolean) => `${plural(count, "monitor", "monitors")}${more ? " so far" : ""}`,
  columns: { name: "Website", state: "State", day: "24 hours", month: "30 days", last: "Last answer" },
  states: { up: "Up", down: "Down", pending: "No result yet", paused: "Paused", maintenance: "Maintenance" },
  /** Rounded down, so that 100% is all of it. */
  percent: (value: number | null) =>
    value === null ? "–" : `${(Math.floor(value * 100) / 100).toLocaleString("en-GB")}%`,
  ms: (value: number | null) => (value === null ? "–" : ms(value)),

  form: {
    newTitle: "Add a monitor",
    newLead: "It is checked for the first time within seconds.",
    url: "Address",
    urlHint: "For example example.org or https://example.org/checkout",
    urlWrong: "Enter a web address such as example.org.",
    name: "Name",
    nameHint: "The host of the address when left empty",
    interval: "Ask every",
    intervals: {
      "20": "20 seconds",
      "30": "30 seconds",
      "60": "Minute",
      "300": "5 minutes",
      "900": "15 minutes",
      "3600": "Hour",
      "86400": "Day",
    },
    seconds: (value: number) => sayDuration(value),
    method: "How",
    methods: { GET: "Load the page (GET)", HEAD: "Ask for the status only (HEAD)" },
    status: "Expected status",
    statusHint: "200 is usual. Several with commas. Redirects are followed unless their status is here.",
    statusWrong: "Enter numbers from 100 to 599, such as 200 or 200, 204.",
    keyword: "Text the page must contain",
    keywordHint: "Exactly as written on the page; needs GET",
    timeout: "Longest wait in seconds",
    timeoutWrong: "Enter seconds from 0.1 to 60.",
    retries: "Repeat a failed check",
    retriesHint: "So often within seconds, before it counts as down",
    retriesWrong: "Enter a number from 0 to 10.",
    channels: "Who is told",
    channel: {
      mail: "Owners and admins, by mail",
      chat: "The team's chat",
      webhook: "Webhooks that listen for monitors",
    },
    submit: "Add it",
    save: "Save",
    added: (name: string) => `${name} is watched from now on.`,
    saved: (name: string) => `${name} was saved.`,
    settings: "Settings",
    settingsTitle: (name: string) => `Settings of ${name}`,
  },

  detail: {
    state: "At the moment",
    facts: {
      state: "State",
      day: "Up, 24 hours",
      month: "Up, 30 days",
      last: "Last answer",
      certificate: "Certificate",
    },
    checked: "Checked",
    certificateDays: (days: number) =>
      days < 0 ? "Has expired" : days === 0 ? "Expires today" : `${plural(days, "day", "days")} left`,
    noCertificate: "None",
    pause: "Pause",
    resume: "Resume",
    paused: (name: string) => `${name} is paused. Nobody is told until you resume it.`,
    resumed: (name: string) => `${name} is checked again.`,
    remove: "Remove",
    removeAsk: (name: string) => `Remove ${name}?`,
    removeLead: "Its history and incidents go with it. This can't be undone.",
    keep: "Keep it",
    removed: (name: string) => `${name} is no longer watched.`,
    failed: (message: string) => `That didn't work. ${message}`,
  },

  history: {
    title: "Response times",
    period: "Period",
    periods: { "1": "24 hours", "7": "7 days", "30": "30 days", "395": "13 months" },
    chart: (average: number, slowest: number, failing: number, unit: string) =>
      `On average ${ms(average)}, ${ms(slowest)} at the slowest. ${
        failing === 0 ? "No check failed." : `Checks failed in ${plural(failing, unit, `${unit}s`)}, marked by a cross.`
      }`,
    none: "Nothing was measured in this period.",
    noAnswer: "Nothing answered in this period.",
    table: "Show as a table",
    caption: (unit: string) => `Response times by the ${unit}`,
    columns: { at: "From", average: "Average", slowest: "Slowest", checks: "Checks", failures: "Failed" },
  },

  incidents: {
    title: "Incidents",
    none: "It was never down.",
    count: (count: number, more: boolean) => `${plural(count, "incident", "incidents")}${more ? " so far" : ""}`,
    columns: { started: "Since", length: "For", error: "What happened", state: "State" },
    open: "Still down",
    ended: "Over",
  },

  checks: {
    title: "Checks",
    none: "It was not checked in the last seven days.",
    count: (count: number, more: boolean) => `${plural(count, "check", "checks")}${more ? " so far" : ""}`,
    columns: { at: "When", result: "Result", status: "Status", time: "Time" },
    ok: "Fine",
  },

  windows: {
    title: "Maintenance windows",
    lead: "Checks go on, and nobody is told of what fails. An incident that began before stays open.",
    none: "No window is planned.",
    count: (count: number, more: boolean) => `${plural(count, "window", "windows")}${more ? " so far" : ""}`,
    columns: { when: "From", until: "Until", reason: "Why", state: "State", action: "Action" },
    states: { planned: "Planned", running: "Running", over: "Over" },
    all: "All monitors",
    add: "Plan a window",
    starts: "From",
    ends: "Until",
    reason: "Why",
    startsMissing: "Enter when it begins.",
    endsMissing: "Enter when it ends.",
    endsWrong: "Choose an end after the beginning.",
    submit: "Plan it",
    added: "The window is planned.",
    remove: "Remove",
    removeAsk: "Remove this window?",
    removeLead: "What fails from then on is told.",
    keep: "Keep it",
    removed: "The window was removed.",
  },
} as const;
