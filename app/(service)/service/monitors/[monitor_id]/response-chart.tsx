const size = { width: 720, height: 200 };
const edge = { left: 64, right: 12, top: 14, bottom: 14 };

export type ChartPoint = { at: string; average_ms: number | null; failures: number };

/** The next round number above, so that the grid says something. */
const ceilingOf = (highest: number): number => {
  const step = 10 ** Math.floor(Math.log10(Math.max(1, highest)));
  return Math.max(10, Math.ceil(highest / step) * step);
};

const yOf = (value: number, ceiling: number): number =>
  size.height - edge.bottom - (value * (size.height - edge.top - edge.bottom)) / ceiling;

const layOut = (points: readonly ChartPoint[]) => {
  const times = points.map(({ at }) => Date.parse(at));
  const [from, to] = [times[0] ?? 0, times.at(-1) ?? 1];
  const ceiling = ceilingOf(Math.max(...points.map(({ average_ms }) => average_ms ?? 0)));
  const placed = points.map(({ at, average_ms, failures }) => ({
    at,
    failures,
    x: edge.left + ((Date.parse(at) - from) * (size.width - edge.left - edge.right)) / Math.max(1, to - from),
    y: average_ms === null ? null : yOf(average_ms, ceiling),
  }));
  return { placed, ceiling };
};

const Cross = ({ x, y }: { x: number; y: number }) => (
  <path
    d={`M${x - 5},${y - 5} L${x + 5},${y + 5} M${x - 5},${y + 5} L${x + 5},${y - 5}`}
    stroke="var(--critical)"
    strokeWidth="2.5"
  />
);

/** Average response times over time; `label` says in words what it shows. */
export const ResponseChart = ({ points, label }: { points: readonly ChartPoint[]; label: string }) => {
  const { placed, ceiling } = layOut(points);
  const answered = placed.flatMap(({ at, x, y }) => (y === null ? [] : [{ at, x, y }]));
  return (
    <figure>
      <svg
        viewBox={`0 0 ${size.width} ${size.height}`}
        role="img"
        aria-label={label}
        className="w-full text-accent forced-colors:text-[CanvasText]"
      >
        {[0, ceiling / 2, ceiling].map((value) => (
          <g key={value}>
            <line
              x1={edge.left}
              x2={size.width - edge.right}
              y1={yOf(value, ceiling)}
              y2={yOf(value, ceiling)}
              stroke="var(--line)"
            />
            <text x={edge.left - 8} y={yOf(value, ceiling) + 4} textAnchor="end" fontSize="12" fill="var(--soft)">
              {`${value.toLocaleString("en-GB")} ms`}
            </text>
          </g>
        ))}
        <polyline
          points={answered.map(({ x, y }) => `${x},${y}`).join(" ")}
          fill="none"
          stroke="currentColor"
          strokeWidth="2.5"
          strokeLinejoin="round"
        />
        {answered.map(({ at, x, y }) => (
          <circle key={at} cx={x} cy={y} r="3" fill="currentColor" />
        ))}
        {placed.map(({ at, x, failures }) => (failures > 0 ? <Cross key={at} x={x} y={edge.top} /> : null))}
      </svg>
      <figcaption className="mt-2 text-soft">{label}</figcaption>
    </figure>
  );
};
