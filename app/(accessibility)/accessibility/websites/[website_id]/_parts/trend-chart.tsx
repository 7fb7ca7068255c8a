const size = { width: 600, height: 160 };
const edge = { left: 34, right: 12, top: 12, bottom: 12 };
const ticks = [0, 50, 100];

const xOf = (index: number, count: number): number =>
  edge.left + (index * (size.width - edge.left - edge.right)) / Math.max(1, count - 1);
const yOf = (value: number): number =>
  size.height - edge.bottom - (value * (size.height - edge.top - edge.bottom)) / 100;

/** Values from 0 to 100 as a line; `label` says in words what it shows. */
export const TrendChart = ({ values, label }: { values: readonly number[]; label: string }) => {
  const points = values.map((value, index) => ({ x: xOf(index, values.length), y: yOf(value) }));
  return (
    <figure>
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
        {points.map(({ x, y }) => (
          <circle key={x} cx={x} cy={y} r="4" fill="currentColor" />
        ))}
      </svg>
      <figcaption className="mt-2 text-soft">{label}</figcaption>
    </figure>
  );
};
