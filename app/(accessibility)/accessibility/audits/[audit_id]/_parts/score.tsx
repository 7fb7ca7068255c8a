"use client";

import type { ReactNode } from "react";
import { wholeScore } from "@/app/_client/score";
import { results } from "@/app/_texts/results";
import { Disclosure } from "@/app/_ui/disclosure";
import type { Results } from "./rank";

const { overview: texts } = results;

type Props = { results: Results; actions: ReactNode };

/** One number, and right beside it what it says and what it doesn't. */
export const Score = ({ results: { scores, criteria, formulas }, actions }: Props) => {
  const score = wholeScore(scores.accessibility);
  const checked = criteria.filter(({ outcome }) => outcome === "failed" || outcome === "passed").length;
  return (
    <section aria-labelledby="score" className="card p-5 sm:p-6">
      <h2 id="score" className="text-soft">
        {texts.scoreTitle}
      </h2>
      <div className="mt-2 grid items-center gap-x-8 gap-y-3 sm:grid-cols-[auto_1fr]">
        <p className="whitespace-nowrap">
          {score === null ? null : (
            <>
              <span className="text-[4.5rem] font-semibold leading-none tracking-tight tabular-nums">{score}</span>{" "}
              <span className="text-soft">{texts.outOf}</span>
            </>
          )}
        </p>
        <p className="prose text-soft">
          {score === null ? texts.noScore : texts.meaning(checked, criteria.length, criteria.length - checked)}
        </p>
      </div>
      {score === null ? null : <ScoreBar score={score} />}
      <Disclosure title={texts.formulaTitle} level={3}>
        <p>{formulas.accessibility}</p>
      </Disclosure>
      <div className="mt-3 flex flex-wrap gap-3">{actions}</div>
    </section>
  );
};

const ScoreBar = ({ score }: { score: number }) => (
  <div className="mt-4 h-2 overflow-hidden rounded-full border border-control bg-raised" aria-hidden="true">
    <div className="h-full bg-accent forced-colors:bg-[Highlight]" style={{ width: `${score}%` }} />
  </div>
);
