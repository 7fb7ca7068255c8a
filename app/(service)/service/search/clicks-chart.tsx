import { formatNumber } from "@/messages/runtime/formats";
import { describeDay } from "./days";

const size = { width: 600, height: 140 };

/** Rounds up to 1, 2 or 5 times a power of ten. */
const roundUp = (value: number): number => {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, value)));
  return ([1, 2, 5, 10].find((step) => step * power >= value) ?? 10) * power;
};

const pointsOf = (values: readonly number[], top: number): string =>
  values
    .map((value, index) => {
      const x = (index * size.width) / Math.max(1, values.length - 1);
      return `${x},${size.height - (value * size.height) / top}`;
    })
    .join(" ");

export type DayCount = { day: string; clicks: number };

/** A line chart whose scale starts at 0; `label` describes it in words. The chart stretches; its text doesn't. */
export const ClicksChart = ({ days, label }: { days: readonly DayCount[]; label: string }) => {
  const values = days.map(({ clicks }) => clicks);
  const top = Math.max(2, roundUp(Math.max(...values)));
  return (
    <figure dir="ltr" className="max-w-3xl">
      <div aria-hidden="true" className="flex gap-2">
        <div className="flex flex-col justify-between text-end text-sm leading-none tabular-nums text-soft">
          {[top, top / 2, 0].map((value) => (
            <span key={value}>{formatNumber(value)}</span>
          ))}
        </div>
        <svg
          aria-hidden="true"
          viewBox={`0 0 ${size.width} ${size.height}`}
          preserveAspectRatio="none"
          className="my-1.5 h-36 min-w-0 flex-1 overflow-visible text-accent forced-colors:text-[CanvasText]"
        >
          {[0, size.height / 2, size.height].map((y) => (
            <line key={y} x1="0" x2={size.width} y1={y} y2={y} stroke="var(--line)" vectorEffect="non-scaling-stroke" />
          ))}
          <polyline
            points={pointsOf(values, top)}
            fill="none"
            stroke="currentColor"
            strokeWidth="2.5"
            strokeLinejoin="round"
            vectorEffect="non-scaling-stroke"
          />
        </svg>
      </div>
      <div aria-hidden="true" className="mt-1 flex justify-between gap-4 text-sm text-soft">
        <span>{describeDay(days[0]?.day ?? "")}</span>
        <span className="text-end">{describeDay(days.at(-1)?.day ?? "")}</span>
      </div>
      <figcaption className="mt-3 text-soft">{label}</figcaption>
    </figure>
  );
};
