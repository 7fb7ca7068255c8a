const inZone = (timeZone: string, dateStyle: "long" | "full") =>
  new Intl.DateTimeFormat("en-GB", { timeZone, dateStyle, timeStyle: dateStyle === "full" ? "long" : "short" });

/** As the clock in a zone shows it. */
export const sayMoment = (at: string, zone: string): string => inZone(zone, "long").format(new Date(at));

/** A time as the clock in a schedule's zone shows it; the zone itself is on hover and in what is spoken. */
export const ZoneMoment = ({ at, zone }: { at: string; zone: string }) => {
  const date = new Date(at);
  const full = inZone(zone, "full").format(date);
  return (
    <time dateTime={at} title={full}>
      <span aria-hidden="true">{sayMoment(at, zone)}</span>
      <span className="sr-only">{full}</span>
    </time>
  );
};
