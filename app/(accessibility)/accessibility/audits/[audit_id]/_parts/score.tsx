"use client";

import type { ReactNode } from "react";
import { wholeScore } from "@/app/_client/score";
import { Disclosure } from "@/app/_ui/disclosure";
import { results } from "@/messages/texts/results";
import type { Results } from "./rank";

const { overview: texts } = results;

type Props = { results: Results; actions: ReactNode };

/** The score, beside an explanation of what it means and what it doesn't. */
export const Score = ({ results: { scores, criteria, formulas }, actions }: Props) => {
  const score = wholeScore(scores.accessibility);
  const checked = criteria.filter(({ outcome }) => outcome === "failed" || outcome === "passed").length;
  return (
    <ScoreFrame
      number={score === null ? null : <ScoreNumber score={score} />}
      coverage={
        score === null
          ? texts.noScore
          : texts.coverage({ checked, total: criteria.length, person: criteria.length - checked })
      }
    >
      {score === null ? null : <ScoreBar score={score} />}
      <Disclosure title={texts.formulaTitle} level={3}>
        <p>{formulas.accessibility}</p>
      </Disclosure>
      <div className="mt-3 flex flex-wrap gap-3">{actions}</div>
    </ScoreFrame>
  );
};

type FrameProps = { number?: ReactNode; coverage?: string; children?: ReactNode };

/** The part of the score that is shown before the number is known. */
export const ScoreFrame = ({ number, coverage, children }: FrameProps) => (
  <section aria-labelledby="score" className="card p-5 sm:p-6">
    <h2 id="score" className="text-soft">
      {texts.scoreTitle}
    </h2>
    <div className="mt-2 grid items-center gap-x-8 gap-y-3 sm:grid-cols-[auto_1fr]">
      <p className="min-h-[4.5rem] whitespace-nowrap sm:min-w-44">{number}</p>
      <div className="prose">
        <p>{texts.meaning}</p>
        <p className="mt-1 min-h-12 text-soft">{coverage}</p>
      </div>
    </div>
    {children}
  </section>
);

const ScoreNumber = ({ score }: { score: number }) => (
  <>
    <span className="text-[4.5rem] font-semibold leading-none tracking-tight tabular-nums">{score}</span>{" "}
    <span className="text-soft">{texts.outOf}</span>
  </>
);

const ScoreBar = ({ score }: { score: number }) => (
  <div className="mt-4 h-2 overflow-hidden rounded-full border border-control bg-raised" aria-hidden="true">
    <div className="h-full bg-accent forced-colors:bg-[Highlight]" style={{ width: `${score}%` }} />
  </div>
);
