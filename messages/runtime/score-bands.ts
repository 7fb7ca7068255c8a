import type { Impact } from "@/server/core/impact";

interface ScoreBand {
  /** The key of the band's name in messages/en-GB/score.json. */
  id: "few" | "some" | "many" | "most";
  /** The lowest score of the band. */
  from: number;
  /** The impact or status whose colour and symbol the band shares. */
  status: Impact | "passed";
}

/** The bands, best first, for the web app, PDF reports and emails; see docs/score.md. */
export const scoreBands: readonly ScoreBand[] = [
  { id: "few", from: 95, status: "passed" },
  { id: "some", from: 80, status: "moderate" },
  { id: "many", from: 60, status: "serious" },
  { id: "most", from: 0, status: "critical" },
];

/** Returns the band of a score from 0 to 100. For a range, pass the upper end, which counts only confirmed failures. */
export const bandOf = (score: number): ScoreBand => {
  const band = scoreBands.find(({ from }) => score >= from);
  if (!band) throw new RangeError(`A score can't be ${score}.`);
  return band;
};
