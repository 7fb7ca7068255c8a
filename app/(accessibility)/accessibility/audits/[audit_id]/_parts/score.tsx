"use client";

import type { ReactNode } from "react";
import { wholeScore } from "@/app/_client/score";
import { Disclosure } from "@/app/_ui/disclosure";
import { ScoreBand } from "@/app/_ui/score-band";
import { formatScore } from "@/messages/runtime/format-score";
import { results } from "@/messages/texts/results";
import type { Results } from "./rank";

const { overview: texts } = results;

type Props = { results: Results; actions: ReactNode };

/** The score, beside an explanation of what it does and doesn't mean. */
export const Score = ({ results: { scores, criteria, formulas }, actions }: Props) => {
  const score = scores.accessibility;
  const low = scores.accessibility_low ?? score;
  const whole = criteria.filter(({ outcome }) => outcome === "passed").length;
  const checked = criteria.filter(({ rules }) => rules.length > 0).length;
  return (
    <ScoreFrame
      number={score === null ? null : <ScoreNumber score={score} low={low} />}
      coverage={
        score === null
          ? texts.noScore
          : texts.coverage({ checked, whole, total: criteria.length, person: criteria.length - checked })
      }
      range={rangeSentence(score, low)}
    >
      {score === null ? null : <ScoreBar score={score} low={low} />}
      <Disclosure title={texts.formulaTitle} level={3}>
        <p>{formulas.accessibility}</p>
      </Disclosure>
      <div className="mt-3 flex flex-wrap gap-3">{actions}</div>
    </ScoreFrame>
  );
};

type Ends = { score: number; low: number | null };

const rangeSentence = (score: number | null, lowest: number | null): string | null => {
  const [high, low] = [wholeScore(score), wholeScore(lowest)];
  return high !== null && low !== null && low < high ? texts.range({ low, high }) : null;
};

type FrameProps = { number?: ReactNode; coverage?: string; range?: string | null; children?: ReactNode };

/** The section that contains the score; also shown before the score is known. */
export const ScoreFrame = ({ number, coverage, range, children }: FrameProps) => (
  <section aria-labelledby="score" className="card p-5 sm:p-6">
    <h2 id="score" className="text-soft">
      {texts.scoreTitle}
    </h2>
    <div className="mt-2 grid items-center gap-x-8 gap-y-3 sm:grid-cols-[auto_1fr]">
      <div className="min-h-[6.5rem] sm:min-w-44">{number}</div>
      <div className="prose">
        <p>{texts.meaning}</p>
        <p className="mt-1 min-h-[4.5rem] text-soft">
          {range ? `${range} ` : null}
          {coverage}
        </p>
      </div>
    </div>
    {children}
  </section>
);

const ScoreNumber = ({ score, low }: Ends) => {
  const text = formatScore(score, low);
  const isRange = text !== formatScore(score);
  return (
    <>
      <p>
        <span
          className={`whitespace-nowrap font-semibold leading-none tracking-tight tabular-nums ${isRange ? "text-[2.75rem]" : "text-[4.5rem]"}`}
        >
          {text}
        </span>{" "}
        <span className="text-soft">{texts.outOf}</span>
      </p>
      <p className="mt-2">
        <ScoreBand score={score} />
      </p>
    </>
  );
};

/** A bar filled up to the lower end of the score's range, and in a lighter colour up to the upper end. */
const ScoreBar = ({ score, low }: Ends) => (
  <div className="mt-4 flex h-2 overflow-hidden rounded-full border border-control bg-raised" aria-hidden="true">
    <div className="h-full bg-accent forced-colors:bg-[Highlight]" style={{ width: `${low ?? score}%` }} />
    <div
      className="h-full bg-accent opacity-40 forced-colors:bg-[Highlight]"
      style={{ width: `${score - (low ?? score)}%` }}
    />
  </div>
);
