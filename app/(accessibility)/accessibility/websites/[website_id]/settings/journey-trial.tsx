"use client";

import { useMutation } from "@tanstack/react-query";
import { Play } from "lucide-react";
import { type ReactNode, useState } from "react";
import { readProblem } from "@/app/_client/problem";
import type { Inputs, Outputs } from "@/app/_client/trpc";
import { Button } from "@/app/_ui/button";
import { Dialog, DialogActions } from "@/app/_ui/dialog";
import { FormProblem } from "@/app/_ui/form";
import { ProgressBar } from "@/app/_ui/progress-bar";
import { formatList } from "@/messages/runtime/formats";
import { websites } from "@/messages/texts/websites";
import { JourneyTrialResult } from "./journey-trial-result";

const { journeys } = websites;
const { trial: texts } = journeys;

type Trial = Outputs["websiteJourneys"]["attempt"];
type Steps = Inputs["websiteJourneys"]["attempt"]["steps"];

export type ReadyJourney = { name: string; steps: Steps; run: (confirmed: boolean) => Promise<Trial> };

/** The steps that may change data on the website, with their numbers. */
const listRisks = (steps: Steps) =>
  steps.flatMap((step, index) => ("allow" in step && step.allow ? [{ number: index + 1, allow: step.allow }] : []));

const messageOf = (error: unknown): ReactNode => {
  if (error instanceof FormProblem) return error.explanation;
  const { message, fields } = readProblem(error);
  return fields.find(({ path }) => path === "confirmed")?.message ?? message;
};

/** Tries a journey, after asking for confirmation if it may change data on the website. */
const useTrial = (prepare: () => Promise<ReadyJourney | null>, onFailed?: () => unknown) => {
  const [unconfirmed, setUnconfirmed] = useState<ReadyJourney | null>(null);
  const attempt = useMutation({
    mutationFn: ({ ready, confirmed }: { ready: ReadyJourney; confirmed: boolean }) => ready.run(confirmed),
    onError: () => onFailed?.(),
  });
  const preparing = useMutation({
    mutationFn: prepare,
    onSuccess: (ready) => {
      if (ready && listRisks(ready.steps).length > 0) setUnconfirmed(ready);
      else if (ready) attempt.mutate({ ready, confirmed: false });
    },
  });
  return {
    unconfirmed,
    isPending: preparing.isPending || attempt.isPending,
    isTrying: attempt.isPending,
    trial: attempt.isPending ? undefined : attempt.data,
    error: preparing.error ?? attempt.error,
    start: () => {
      attempt.reset();
      preparing.mutate();
    },
    cancel: () => setUnconfirmed(null),
    confirm: () => {
      if (unconfirmed) attempt.mutate({ ready: unconfirmed, confirmed: true });
      setUnconfirmed(null);
    },
  };
};

type Props = {
  /** The accessible name of the button, if several journeys are listed. */
  name?: string;
  /** Returns the journey to try; null if there is none yet. */
  prepare: () => Promise<ReadyJourney | null>;
  onFailed?: () => unknown;
  /** Buttons before and after the one that tries the journey. */
  before?: ReactNode;
  after?: ReactNode;
};

/** A row of buttons, one of which tries a journey, followed by the outcome of each step. */
export const JourneyTrial = ({ name, prepare, onFailed, before, after }: Props) => {
  const { unconfirmed, isPending, isTrying, trial, error, start, cancel, confirm } = useTrial(prepare, onFailed);
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap gap-3">
        {before}
        <Button
          isPending={isPending}
          onPress={start}
          {...(name === undefined ? {} : { "aria-label": texts.tryNamed({ name }) })}
          icon={<Play className="size-5 shrink-0" aria-hidden="true" />}
        >
          {texts.try}
        </Button>
        {after}
      </div>
      {isTrying ? <ProgressBar label={texts.try} percent={null} valueText={texts.trying} /> : null}
      <div role="status">
        {isTrying ? <p className="text-soft">{texts.trying}</p> : null}
        {trial ? <p className="sr-only">{texts.outcomes[trial.outcome]}</p> : null}
      </div>
      {trial ? <JourneyTrialResult trial={trial} /> : null}
      {error ? (
        <p role="alert" className="wrap-anywhere font-semibold text-critical">
          {messageOf(error)}
        </p>
      ) : null}
      <Dialog
        title={texts.ask({ name: unconfirmed?.name ?? "" })}
        role="alertdialog"
        isOpen={unconfirmed !== null}
        onOpenChange={cancel}
      >
        <p className="text-soft">{texts.askLead}</p>
        <ul className="mt-2 list-disc ps-6">
          {listRisks(unconfirmed?.steps ?? []).map(({ number, allow }) => (
            <li key={number}>{texts.mayDo({ number, acts: formatList(allow.map((risk) => texts.acts[risk])) })}</li>
          ))}
        </ul>
        <DialogActions>
          <Button onPress={cancel}>{journeys.cancel}</Button>
          <Button variant="danger" onPress={confirm}>
            {texts.try}
          </Button>
        </DialogActions>
      </Dialog>
    </div>
  );
};
