import { plural } from "./plural";

const inWords = (seconds: number): string => {
  if (seconds < 10) return "a few seconds";
  if (seconds < 60) return `${Math.ceil(seconds / 10) * 10} seconds`;
  if (seconds < 3_600) return plural(Math.ceil(seconds / 60), "minute", "minutes");
  return plural(Math.ceil(seconds / 3_600), "hour", "hours");
};

export const audits = {
  live: {
    heading: (name: string) => `Scanning ${name}`,
    lead: "You can leave this page: the scan goes on, and a mail tells you when it has ended.",
    phases: {
      waiting: "Waiting for a free browser",
      discovering: "Looking for pages",
      scanning: "Scanning pages",
      saving: "Saving the results",
    },
    waitingAt: (place: number) => (place === 1 ? "Waiting, next in line" : `Waiting, ${place - 1} ahead`),
    bar: "Progress of the scan",
    done: (done: number, total: number) => `${done.toLocaleString("en-GB")} of ${plural(total, "page", "pages")}`,
    left: (seconds: number) => `About ${inWords(seconds)} left`,
    failed: (count: number) => `${plural(count, "page", "pages")} couldn't be opened`,
    watch: "Watch the scan",
    latest: "Last page done",
    cancel: "Cancel the scan",
    cancelAsk: (name: string) => `Cancel the scan of ${name}?`,
    cancelText: "The pages that are done so far stay readable. The scan can't be resumed, but you can start a new one.",
    cancelKeep: "Go on scanning",
    spokenStart: "The scan has started.",
    spokenWaiting: (place: number) =>
      place === 1
        ? "The scan is next in line."
        : `The scan waits, ${plural(place - 1, "other", "others")} ahead of it.`,
    spokenQuarter: (quarter: number, done: number, total: number) =>
      `${quarter * 25} per cent: ${done} of ${total} pages done.`,
    spokenEnd: {
      completed: "The scan is complete. The results are on this page.",
      failed: "The scan has failed.",
      cancelled: "The scan was cancelled.",
    },
    arrived: "Pages done so far",
    arrivedCaption: (count: number) => `${plural(count, "page", "pages")}, newest first`,
    none: "Pages appear here as soon as they are done.",
  },

  failed: {
    title: "This scan failed",
    noReason: "The scanner gave no reason.",
    advice: "Check that the site can be reached from this server, then start the scan again.",
  },
  cancelled: {
    title: "This scan was cancelled",
    text: (done: number) => `${plural(done, "page", "pages")} had been scanned by then.`,
  },

  again: "Scan again",
  start: "Start a scan",
  started: "The scan has started.",
  neverTitle: "Not scanned yet",
  never: "Start a scan to see what keeps people out of this website.",

  history: {
    title: "Audits",
    filter: "Narrow down by status",
    all: "All",
    none: "No audit has this status.",
    caption: (count: number) => `${plural(count, "audit", "audits")}, newest first`,
    started: "Started",
    status: "Status",
    score: "Score",
    pages: "Pages",
  },
} as const;
