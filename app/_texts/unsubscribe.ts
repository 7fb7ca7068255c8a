export const unsubscribe = {
  title: "Digests by mail",
  lead: "Digests are mails that sum up: the weekly overview, and what a scheduled audit changed.",
  on: "Digests go to",
  off: "Digests no longer go to",
  rest: "Mail about your account, about audits that you start and about reports that you ask for isn't touched by this.",
  stop: "Stop these digests",
  stopped: "Done. No more digests are sent to this address.",
  start: "Send them again",
  started: "Done. Digests are sent to this address again.",
  broken: "This link isn't whole. Open it from the mail once more, or copy all of it.",
} as const;
