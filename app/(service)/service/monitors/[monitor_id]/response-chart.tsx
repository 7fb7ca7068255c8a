import { X } from "lucide-react";
import { formatNumber } from "@/messages/runtime/formats";

/** The chart is stretched to the available width; strokes and text are not. */
const size = { width: 720, height: 200 };
const edge = 8;

export type ChartPoint = { at: string; average_ms: number | null; failures: number };

/** Rounds up to one significant digit, so that the labels of the grid lines are easy to read. */
const ceilingOf = (highest: number): number => {
  const step = 10 ** Math.floor(Math.log10(Math.max(1, highest)));
  return Math.max(10, Math.ceil(highest / step) * step);
};

const yOf = (value: number, ceiling: number): number =>
  size.height - edge - (value * (size.height - 2 * edge)) / ceiling;

const layOut = (points: readonly ChartPoint[]) => {
  const [from, to] = [Date.parse(points[0]?.at ?? ""), Date.parse(points.at(-1)?.at ?? "")];
  const ceiling = ceilingOf(Math.max(...points.map(({ average_ms }) => average_ms ?? 0)));
  const placed = points.map(({ at, average_ms, failures }) => ({
    at,
    failures,
    x: edge + ((Date.parse(at) - from) * (size.width - 2 * edge)) / Math.max(1, to - from),
    y: average_ms === null ? null : yOf(average_ms, ceiling),
  }));
  return { placed, ceiling };
};

/** A chart of average response times; `label` describes it in words. */
export const ResponseChart = ({ points, label }: { points: readonly ChartPoint[]; label: string }) => {
  const { placed, ceiling } = layOut(points);
  const grid = [ceiling, ceiling / 2, 0];
  return (
    <figure dir="ltr">
      <div className="flex gap-3">
        <div
          aria-hidden="true"
          className="flex h-48 shrink-0 flex-col whitespace-nowrap justify-between text-end text-sm tabular-nums text-soft"
        >
          {grid.map((value) => (
            <span key={value} className="leading-4">{`${formatNumber(value)} ms`}</span>
          ))}
        </div>
        <div className="relative h-48 min-w-0 grow">
          <svg
            viewBox={`0 0 ${size.width} ${size.height}`}
            preserveAspectRatio="none"
            role="img"
            aria-label={label}
            className="h-48 w-full text-accent forced-colors:text-[CanvasText]"
          >
            {grid.map((value) => (
              <path
                key={value}
                d={`M0,${yOf(value, ceiling)} H${size.width}`}
                stroke="var(--line)"
                vectorEffect="non-scaling-stroke"
              />
            ))}
            <Line placed={placed} />
          </svg>
          {placed.map(({ at, x, failures }) => (failures > 0 ? <Cross key={at} x={x} /> : null))}
        </div>
      </div>
      <figcaption className="mt-2 text-soft">{label}</figcaption>
    </figure>
  );
};

type Placed = ReturnType<typeof layOut>["placed"];

/** Dots are zero-length strokes, which stay round when the chart is stretched. */
const Line = ({ placed }: { placed: Placed }) => {
  const answered = placed.flatMap(({ at, x, y }) => (y === null ? [] : [{ at, x, y }]));
  return (
    <>
      <polyline
        points={answered.map(({ x, y }) => `${x},${y}`).join(" ")}
        fill="none"
        stroke="currentColor"
        strokeWidth="2.5"
        strokeLinejoin="round"
        vectorEffect="non-scaling-stroke"
      />
      {answered.map(({ at, x, y }) => (
        <path
          key={at}
          d={`M${x},${y} h0.01`}
          stroke="currentColor"
          strokeWidth="6"
          strokeLinecap="round"
          vectorEffect="non-scaling-stroke"
        />
      ))}
    </>
  );
};

const Cross = ({ x }: { x: number }) => (
  <X
    aria-hidden="true"
    strokeWidth={3}
    style={{ left: `${(x / size.width) * 100}%` }}
    className="absolute top-0 size-4 -translate-x-1/2 text-critical"
  />
);
