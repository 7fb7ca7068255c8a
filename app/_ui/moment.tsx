"use client";

const words = new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeStyle: "short" });
const full = new Intl.DateTimeFormat("en-GB", { dateStyle: "full", timeStyle: "long" });

/** A time in the reader's zone; the zone itself is on hover and in what is spoken. */
export const Moment = ({ at }: { at: string }) => {
  const date = new Date(at);
  return (
    <time dateTime={at} title={full.format(date)}>
      <span aria-hidden="true">{words.format(date)}</span>
      <span className="sr-only">{full.format(date)}</span>
    </time>
  );
};
