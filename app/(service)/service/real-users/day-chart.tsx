import { rum } from "@/messages/texts/rum";
import { type Metric, metrics } from "@/server/domains/monitoring/rum/contract";
import { describeValue, type Summary } from "./figures";

const size = { width: 720, height: 220 };
const edge = { left: 62, right: 44, top: 14, bottom: 26 };

interface Point {
  x: number;
  y: number;
}

/** Returns runs of consecutive days with data; each run is drawn as a separate line. */
const runsOf = (points: readonly (Point | null)[]): Point[][] => {
  const runs: Point[][] = [[]];
  for (const point of points) {
    if (point) runs.at(-1)?.push(point);
    else if (runs.at(-1)?.length) runs.push([]);
  }
  return runs.filter((run) => run.length > 0);
};

const Rule = ({ y, label, name, isDashed }: { y: number; label: string; name?: string; isDashed: boolean }) => (
  <g>
    <line
      x1={edge.left}
      x2={size.width - edge.right}
      y1={y}
      y2={y}
      stroke={isDashed ? "var(--control)" : "var(--line)"}
      strokeDasharray={isDashed ? "6 5" : undefined}
    />
    <text x={edge.left - 8} y={y + 4} textAnchor="end" fontSize="12" fill="var(--soft)">
      {label}
    </text>
    {name ? (
      <text x={size.width - edge.right + 6} y={y + 4} fontSize="12" fill="var(--soft)">
        {name}
      </text>
    ) : null}
  </g>
);

/** The 75th percentile (p75) of one metric per day, with the thresholds for its ratings. */
export const DayChart = ({ metric, days }: { metric: Metric; days: Summary["days"] }) => {
  const { good, poor } = metrics[metric];
  const highest = Math.max(poor * 1.15, ...days.map((day) => (day[metric]?.p75 ?? 0) * 1.05));
  const yOf = (value: number): number =>
    size.height - edge.bottom - (value * (size.height - edge.top - edge.bottom)) / highest;
  const xOf = (index: number): number =>
    edge.left + (index * (size.width - edge.left - edge.right)) / Math.max(1, days.length - 1);
  const points = days.map((day, index) => {
    const figure = day[metric];
    return figure ? { x: xOf(index), y: yOf(figure.p75) } : null;
  });
  const measured = points.filter((point) => point !== null);
  const label = rum.byDay.chart({ name: rum.metrics[metric].name, days: measured.length });
  return (
    <figure dir="ltr">
      <svg
        viewBox={`0 0 ${size.width} ${size.height}`}
        role="img"
        aria-label={label}
        className="w-full text-accent forced-colors:text-[CanvasText]"
      >
        <Rule y={yOf(0)} label={describeValue(metric, 0)} isDashed={false} />
        <Rule y={yOf(good)} label={describeValue(metric, good)} name={rum.byDay.good} isDashed />
        <Rule y={yOf(poor)} label={describeValue(metric, poor)} name={rum.byDay.poor} isDashed />
        {runsOf(points).map((run) => (
          <polyline
            key={run[0]?.x}
            points={run.map(({ x, y }) => `${x},${y}`).join(" ")}
            fill="none"
            stroke="currentColor"
            strokeWidth="2.5"
            strokeLinejoin="round"
          />
        ))}
        {measured.map(({ x, y }) => (
          <circle key={x} cx={x} cy={y} r={days.length > 60 ? 2.5 : 4} fill="currentColor" />
        ))}
        <text x={edge.left} y={size.height - 6} fontSize="12" fill="var(--soft)">
          {days[0]?.day}
        </text>
        <text x={size.width - edge.right} y={size.height - 6} textAnchor="end" fontSize="12" fill="var(--soft)">
          {days.at(-1)?.day}
        </text>
      </svg>
      <figcaption className="mt-2 text-soft">{label}</figcaption>
    </figure>
  );
};
