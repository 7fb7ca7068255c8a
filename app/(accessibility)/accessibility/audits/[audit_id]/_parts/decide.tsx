"use client";

import dynamic from "next/dynamic";
import { type ReactNode, useState } from "react";
import { readProblem } from "@/app/_client/problem";
import { findings } from "@/app/_texts/findings";
import type { Person } from "@/app/_ui/person-picker";
import { notify } from "@/app/_ui/toasts";
import { type Finding, type Status, useTriage } from "./use-triage";

const { triage: texts } = findings;

/** Their forms are loaded with the first choice. */
const TriageDialog = dynamic(async () => (await import("./triage-dialog")).TriageDialog);
const AssignDialog = dynamic(async () => (await import("./assign-dialog")).AssignDialog);

export type Choice = Status | "assign";
type Triaged = Pick<Finding, "issue_id" | "status" | "note" | "assignee_id" | "assignee_name">;
type Props = {
  about: readonly Triaged[];
  onDone?: () => void;
  children: (choose: (choice: Choice) => void) => ReactNode;
};

const assigneeOf = ({ assignee_id: id, assignee_name: name }: Triaged): Person | null =>
  id && name ? { id, name } : null;

/** The dialogs behind the choices about one finding or several. */
export const Decide = ({ about, onDone, children }: Props) => {
  const triage = useTriage();
  const [asked, setAsked] = useState<Exclude<Choice, "open"> | null>(null);
  const [isOpen, setOpen] = useState(false);
  const count = about.length;
  const only = count === 1 ? about[0] : undefined;
  const say = async (decision: Parameters<typeof triage.decide>[1], said: string) => {
    await triage.decide(about, decision, said);
    onDone?.();
  };
  const choose = (choice: Choice) => {
    if (choice === "open")
      return say({ status: choice }, texts.saved.open(count)).catch((error: unknown) =>
        notify(readProblem(error).message),
      );
    setAsked(choice);
    setOpen(true);
  };
  const dialog = { count, isOpen, onOpenChange: setOpen };
  /** An empty note of one finding takes its note away; of several, each keeps its own. */
  const saveNote = (status: Status) => (note: string) =>
    say({ status, ...(only || note ? { note: note || null } : {}) }, texts.saved[status](count));
  return (
    <>
      {children(choose)}
      {asked === "assign" ? (
        <AssignDialog
          {...dialog}
          assignee={only ? assigneeOf(only) : null}
          onSave={(person) => say({ assignee_id: person?.id ?? null }, texts.assigned(count, person?.name ?? null))}
        />
      ) : null}
      {asked === "ignored" || asked === "false_positive" ? (
        <TriageDialog {...dialog} status={asked} note={only?.note ?? ""} onSave={saveNote(asked)} />
      ) : null}
    </>
  );
};
