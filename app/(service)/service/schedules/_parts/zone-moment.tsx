import { formatMoment } from "@/messages/runtime/formats";

const inZone = (at: string, timeZone: string, timeStyle: "short" | "long"): string =>
  formatMoment(new Date(at), { timeZone, dateStyle: "full", timeStyle });

export const describeMoment = (at: string, zone: string): string => inZone(at, zone, "short");

/** A time in a schedule's time zone; the zone itself appears on hover and is read out by screen readers. */
export const ZoneMoment = ({ at, zone }: { at: string; zone: string }) => {
  const withZone = inZone(at, zone, "long");
  return (
    <time dateTime={at} title={withZone}>
      <span aria-hidden="true">{describeMoment(at, zone)}</span>
      <span className="sr-only">{withZone}</span>
    </time>
  );
};
