const inZone = (timeZone: string, timeStyle: "short" | "long") =>
  new Intl.DateTimeFormat("en-GB", { timeZone, dateStyle: "full", timeStyle });

/** As the clock in a zone shows it. */
export const sayMoment = (at: string, zone: string): string => inZone(zone, "short").format(new Date(at));

/** A time as the clock in a schedule's zone shows it; the zone itself is on hover and in what is spoken. */
export const ZoneMoment = ({ at, zone }: { at: string; zone: string }) => {
  const withZone = inZone(zone, "long").format(new Date(at));
  return (
    <time dateTime={at} title={withZone}>
      <span aria-hidden="true">{sayMoment(at, zone)}</span>
      <span className="sr-only">{withZone}</span>
    </time>
  );
};
