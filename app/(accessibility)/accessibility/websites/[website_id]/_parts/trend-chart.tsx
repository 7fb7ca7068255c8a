const size = { width: 600, height: 160 };
const edge = { left: 34, right: 12, top: 12, bottom: 12 };
const ticks = [0, 50, 100];

const xOf = (index: number, count: number): number =>
  edge.left + (index * (size.width - edge.left - edge.right)) / Math.max(1, count - 1);
const yOf = (value: number): number =>
  size.height - edge.bottom - (value * (size.height - edge.top - edge.bottom)) / 100;

interface TrendPoint {
  value: number;
  /** Drawn as a hollow point. */
  isPartial: boolean;
}

/** A line chart of values from 0 to 100; `label` describes it in words. */
export const TrendChart = ({ points: given, label }: { points: readonly TrendPoint[]; label: string }) => {
  const points = given.map(({ value, isPartial }, index) => ({
    x: xOf(index, given.length),
    y: yOf(value),
    isPartial,
  }));
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
        <polyline
          points={points.map(({ x, y }) => `${x},${y}`).join(" ")}
          fill="none"
          stroke="currentColor"
          strokeWidth="2.5"
          strokeLinejoin="round"
        />
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
