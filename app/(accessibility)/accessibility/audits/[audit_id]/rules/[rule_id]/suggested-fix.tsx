"use client";

import { BadgeCheck, CircleHelp } from "lucide-react";
import { type ReactNode, useEffect, useRef } from "react";
import type { Outputs } from "@/app/_client/trpc";
import { CodeSnippet } from "@/app/_ui/code-snippet";
import { fixes as texts } from "@/messages/texts/fixes";
import { type Changes, markChanges } from "./mark-changes";

type Solution = Outputs["solutions"]["create"];
type Props = { solution: Solution; rule_id: string; position: number; children: ReactNode };

const partsOf = (parts: Changes["before"]) => parts.map(({ text, changed }) => ({ text, highlighted: changed }));

/** Describes in one sentence what the engine found when it checked the fix. */
export const outcomeTextOf = ({ verified, verified_in, finding }: Solution, rule_id: string): string => {
  if (!verified) return texts.unchecked({ finding: finding ?? "" });
  return verified_in === "page" ? texts.checkedInPage({ rule_id }) : texts.checked({ rule_id });
};

/**
 * Returns notes on how the fix was checked: its effect on the page or why it wasn't tried there, and what the check
 * means.
 */
const notesOf = ({ verified, verified_in, page_finding, cleared_findings, moved_px }: Solution): string[] => {
  if (!verified) return page_finding === null ? [] : [texts.notInPage({ finding: page_finding })];
  if (verified_in !== "page")
    return [...(page_finding === null ? [] : [texts.notInPage({ finding: page_finding })]), texts.checkedMeans];
  return [
    texts.clears({ count: cleared_findings ?? 1 }),
    ...(moved_px ? [texts.moves({ pixels: Math.ceil(moved_px) })] : []),
    texts.inPageMeans,
  ];
};

const Placeholders = ({ placeholders }: Pick<Solution, "placeholders">) =>
  placeholders.length === 0 ? null : (
    <div>
      <h5 className="font-semibold">{texts.placeholders}</h5>
      <p>{texts.placeholdersHint}</p>
      <ul>
        {placeholders.map((text) => (
          <li key={text} className="wrap-anywhere">
            <q>{text}</q>
          </li>
        ))}
      </ul>
    </div>
  );

const FixOutcome = ({ solution, rule_id }: { solution: Solution; rule_id: string }) => {
  const Icon = solution.verified ? BadgeCheck : CircleHelp;
  return (
    <div className="flex gap-2">
      <Icon className="mt-0.5 size-5 shrink-0" aria-hidden="true" />
      <div>
        <p className="font-semibold">{outcomeTextOf(solution, rule_id)}</p>
        {notesOf(solution).map((note) => (
          <p key={note} className="text-sm text-soft">
            {note}
          </p>
        ))}
      </div>
    </div>
  );
};

const Words = ({ title, words }: { title: string; words: readonly string[] }) =>
  words.length === 0 ? null : (
    <li>
      {title}{" "}
      {words.map((word, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the words never change order
        <code key={index} className="wrap-anywhere me-2 font-mono text-sm">
          {word}
        </code>
      ))}
    </li>
  );

const WhatChanges = ({ changes, correct }: { changes: Changes; correct: string }) => {
  if (correct === "") return <p>{texts.gone}</p>;
  if (changes.added.length + changes.removed.length === 0) return <p>{texts.nothing}</p>;
  return (
    <ul>
      <Words title={texts.removed} words={changes.removed} />
      <Words title={texts.added} words={changes.added} />
    </ul>
  );
};

/**
 * The code before and after the fix, with the differences marked and described, the result of the engine's check, and
 * the explanation of the fix. `children` shows the effect of the fix on other pages.
 */
export const SuggestedFix = ({ solution, rule_id, position, children }: Props) => {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const { current_code, correct_code, explanation } = solution.fix;
  const changes = markChanges(current_code, correct_code);
  return (
    <section aria-label={texts.label({ position })} className="mt-5 flex flex-col gap-4 border-t border-line pt-5">
      <h4 ref={heading} tabIndex={-1} className="rounded-md text-lg font-semibold">
        {texts.title}
      </h4>
      <FixOutcome solution={solution} rule_id={rule_id} />
      {children}
      <Placeholders placeholders={solution.placeholders} />
      <div>
        <h5 className="font-semibold">{texts.why}</h5>
        <p className="wrap-anywhere">{explanation}</p>
      </div>
      <div>
        <h5 className="font-semibold">{texts.changes}</h5>
        <WhatChanges changes={changes} correct={correct_code} />
      </div>
      {correct_code === current_code || correct_code === "" ? null : (
        <div className="grid gap-4 lg:grid-cols-2">
          <CodeSnippet
            label={texts.beforeOf({ position })}
            title={texts.before}
            code={current_code}
            parts={partsOf(changes.before)}
          />
          <CodeSnippet
            label={texts.afterOf({ position })}
            title={texts.after}
            code={correct_code}
            parts={partsOf(changes.after)}
          />
        </div>
      )}
    </section>
  );
};
