"use client";

import { formatMoment } from "@/messages/runtime/formats";

/** A time in the reader's time zone; the zone itself appears on hover and is read out by screen readers. */
export const Moment = ({ at }: { at: string }) => {
  const date = new Date(at);
  const full = formatMoment(date, { dateStyle: "full", timeStyle: "long" });
  return (
    <time dateTime={at} title={full}>
      <span aria-hidden="true">{formatMoment(date, { dateStyle: "long", timeStyle: "short" })}</span>
      <span className="sr-only">{full}</span>
    </time>
  );
};
