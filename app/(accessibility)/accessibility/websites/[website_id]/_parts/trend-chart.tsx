const size = { width: 600, height: 160 };
const edge = { left: 34, right: 12, top: 12, bottom: 12 };
const ticks = [0, 50, 100];

const xOf = (index: number, count: number): number =>
  edge.left + (index * (size.width - edge.left - edge.right)) / Math.max(1, count - 1);
const yOf = (value: number): number =>
  size.height - edge.bottom - (value * (size.height - edge.top - edge.bottom)) / 100;

interface TrendPoint {
  value: number;
  /** Version of the score's formula. Points from different versions aren't connected. */
  version: number | null;
  /** True for a partial audit, which is drawn as a hollow point. */
  isPartial: boolean;
}

/** Splits the points into runs of consecutive points with the same version. */
const splitByVersion = <Point extends Pick<TrendPoint, "version">>(points: readonly Point[]): Point[][] =>
  points.reduce<Point[][]>((lines, point) => {
    const line = lines.at(-1);
    if (line?.[0]?.version === point.version) line.push(point);
    else lines.push([point]);
    return lines;
  }, []);

const VersionMark = ({ x }: { x: number }) => (
  <line
    x1={x}
    x2={x}
    y1={edge.top}
    y2={size.height - edge.bottom}
    stroke="var(--soft)"
    strokeWidth="1.5"
    strokeDasharray="5 4"
  />
);

/** A line chart of values from 0 to 100; `label` describes it in words. */
export const TrendChart = ({ points: given, label }: { points: readonly TrendPoint[]; label: string }) => {
  const points = given.map(({ value, ...point }, index) => ({
    ...point,
    x: xOf(index, given.length),
    y: yOf(value),
  }));
  const lines = splitByVersion(points);
  return (
    <figure dir="ltr">
      <svg
        viewBox={`0 0 ${size.width} ${size.height}`}
        role="img"
        aria-label={label}
        className="w-full max-w-3xl text-accent forced-colors:text-[CanvasText]"
      >
        {ticks.map((value) => (
          <g key={value}>
            <line
              x1={edge.left}
              x2={size.width - edge.right}
              y1={yOf(value)}
              y2={yOf(value)}
              stroke="var(--line)"
              strokeWidth="1"
            />
            <text x={edge.left - 8} y={yOf(value) + 4} textAnchor="end" fontSize="12" fill="var(--soft)">
              {value}
            </text>
          </g>
        ))}
        {lines.map((line) => (
          <polyline
            key={line[0]?.x}
            points={line.map(({ x, y }) => `${x},${y}`).join(" ")}
            fill="none"
            stroke="currentColor"
            strokeWidth="2.5"
            strokeLinejoin="round"
          />
        ))}
        {lines.slice(1).map((line, index) => (
          <VersionMark key={line[0]?.x} x={((lines[index]?.at(-1)?.x ?? 0) + (line[0]?.x ?? 0)) / 2} />
        ))}
        {points.map(({ x, y, isPartial }) => (
          <circle
            key={x}
            cx={x}
            cy={y}
            r="4"
            fill={isPartial ? "var(--surface)" : "currentColor"}
            stroke="currentColor"
            strokeWidth="2"
          />
        ))}
      </svg>
      <figcaption className="mt-2 text-soft">{label}</figcaption>
    </figure>
  );
};
