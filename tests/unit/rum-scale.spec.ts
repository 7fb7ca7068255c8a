import { expect, test } from "@playwright/test";
import { metricNames, metrics } from "@/server/domains/monitoring/rum/contract";
import { edges, lastSteps, valueOfStep } from "@/server/domains/monitoring/rum/scale";

/** Returns how many edges lie below a value, counted as the database counts them. */
const stepOf = (of: readonly number[], value: number): number => of.filter((edge) => edge < value).length;

for (const metric of metricNames)
  test(`${metric}: each step's value is within 2.5 per cent of every value in that step, and the thresholds are step boundaries`, () => {
    const of = edges[metric];
    expect(of.length).toBeLessThan(256);
    const [, lowest = 0] = of;
    const highest = of.at(-1) ?? 0;
    let worst = 0;
    for (let value = lowest * 1.001; value < highest; value *= 1.003) {
      const rounding = metric === "cls" ? 0.0001 : 0.1;
      const off = Math.abs(valueOfStep(metric, stepOf(of, value)) - value);
      worst = Math.max(worst, (off - rounding) / value);
    }
    expect(worst).toBeLessThanOrEqual(0.025);
    expect(worst).toBeGreaterThan(0.02);
    const { good, poor } = metrics[metric];
    const last = lastSteps(metric);
    expect([stepOf(of, good), stepOf(of, good * 1.000001)]).toEqual([last.good, last.good + 1]);
    expect([stepOf(of, poor), stepOf(of, poor * 1.000001)]).toEqual([last.fair, last.fair + 1]);
    expect(valueOfStep(metric, stepOf(of, 0))).toBe(0);
    expect(valueOfStep(metric, stepOf(of, highest * 10))).toBe(highest);
  });
