import { rum } from "@/messages/texts/rum";
import { type Figure, type Metric, metricNames } from "@/server/domains/monitoring/rum/contract";
import { describeShare, describeValue, type Summary } from "./figures";
import { Rating } from "./rating";

/** Returns whole percentages that add up to 100. */
const percentsOf = ({ values, good, poor }: Figure): [good: number, fair: number, poor: number] => {
  const first = Math.round((100 * good) / values);
  const firstTwo = Math.round((100 * (values - poor)) / values);
  return [first, firstTwo - first, 100 - firstTwo];
};

const parts = ["bg-passed", "bg-moderate", "bg-critical"] as const;

const Distribution = ({ figure }: { figure: Figure }) => {
  const percents = percentsOf(figure);
  const [good, fair, poor] = percents;
  return (
    <>
      <div className="mt-4 flex h-2.5 gap-0.5 overflow-hidden rounded-full" aria-hidden="true">
        {percents.map((percent, index) => (
          <span
            key={parts[index]}
            className={`${parts[index]} forced-color-adjust-none`}
            style={{ width: `${percent}%` }}
          />
        ))}
      </div>
      <p className="mt-2 text-sm text-soft">
        {rum.shares({ good, fair, poor })} · {rum.values({ count: figure.values })}
      </p>
    </>
  );
};

const MetricCard = ({ metric, figure }: { metric: Metric; figure: Figure | null }) => {
  const { short, name, say } = rum.metrics[metric];
  return (
    <li className="card flex flex-col p-5">
      <h3 className="text-base">
        {name} <abbr className="font-normal text-soft no-underline">{short}</abbr>
      </h3>
      <p className="text-sm text-soft">{say}</p>
      {figure ? (
        <div className="mt-auto">
          <p className="mt-4 flex flex-wrap items-center gap-x-3 gap-y-2">
            <span className="text-2xl font-semibold tabular-nums">{describeValue(metric, figure.p75)}</span>
            <Rating rating={figure.rating} />
          </p>
          <Distribution figure={figure} />
        </div>
      ) : (
        <p className="mt-4 text-soft">{rum.none}</p>
      )}
    </li>
  );
};

const Shares = ({ reduced_motion_share, forced_colours_share, stored_share, overall }: Summary) => (
  <p className="mt-4 text-soft">
    {rum.needs}: {rum.reducedMotion({ share: describeShare(reduced_motion_share ?? 0) })},{" "}
    {rum.forcedColours({ share: describeShare(forced_colours_share ?? 0) })}.{" "}
    {rum.measurements({ count: overall.beacons })}.
    {stored_share !== null && stored_share < 1 && ` ${rum.sampled({ share: describeShare(stored_share) })}`}
  </p>
);

/** The five metrics, each with its meaning, its value and the distribution of values. */
export const MetricCards = ({ summary }: { summary: Summary }) => (
  <section aria-labelledby="figures" className="mt-8">
    <h2 id="figures" className="text-xl">
      {rum.figures}
    </h2>
    <p className="mb-4 text-soft">{rum.figuresLead}</p>
    <ul className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
      {metricNames.map((metric) => (
        <MetricCard key={metric} metric={metric} figure={summary.overall[metric]} />
      ))}
    </ul>
    <Shares {...summary} />
  </section>
);
