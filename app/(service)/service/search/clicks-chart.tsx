const size = { width: 600, height: 160 };
const edge = { left: 52, right: 12, top: 12, bottom: 12 };

/** 1, 2 or 5 followed by noughts, at least as large as the value. */
const roundUp = (value: number): number => {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, value)));
  return ([1, 2, 5, 10].find((step) => step * power >= value) ?? 10) * power;
};

const xOf = (index: number, count: number): number =>
  edge.left + (index * (size.width - edge.left - edge.right)) / Math.max(1, count - 1);
const yOf = (value: number, top: number): number =>
  size.height - edge.bottom - (value * (size.height - edge.top - edge.bottom)) / top;

/** Counts from 0 as a line; `label` says in words what it shows. */
export const ClicksChart = ({ values, label }: { values: readonly number[]; label: string }) => {
  const top = Math.max(2, roundUp(Math.max(...values)));
  return (
    <figure>
      <svg
        viewBox={`0 0 ${size.width} ${size.height}`}
        role="img"
        aria-label={label}
        className="w-full max-w-3xl text-accent forced-colors:text-[CanvasText]"
      >
        {[0, top / 2, top].map((value) => (
          <g key={value}>
            <line
              x1={edge.left}
              x2={size.width - edge.right}
              y1={yOf(value, top)}
              y2={yOf(value, top)}
              stroke="var(--line)"
              strokeWidth="1"
            />
            <text x={edge.left - 8} y={yOf(value, top) + 4} textAnchor="end" fontSize="12" fill="var(--soft)">
              {value.toLocaleString("en-GB")}
            </text>
          </g>
        ))}
        <polyline
          points={values.map((value, index) => `${xOf(index, values.length)},${yOf(value, top)}`).join(" ")}
          fill="none"
          stroke="currentColor"
          strokeWidth="2.5"
          strokeLinejoin="round"
        />
      </svg>
      <figcaption className="mt-2 text-soft">{label}</figcaption>
    </figure>
  );
};
