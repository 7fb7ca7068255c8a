"use client";

import dynamic from "next/dynamic";
import { type ReactNode, useState } from "react";
import { dayOf, endOfDay } from "@/app/_client/end-of-day";
import { readProblem } from "@/app/_client/problem";
import type { Person } from "@/app/_ui/person-picker";
import { notify } from "@/app/_ui/toasts";
import { findings } from "@/messages/texts/findings";
import { type Finding, type Status, useTriage } from "./use-triage";

const { triage: texts } = findings;

/** Loaded when a dialog is first opened. */
const TriageDialog = dynamic(async () => (await import("./triage-dialog")).TriageDialog);
const AssignDialog = dynamic(async () => (await import("./assign-dialog")).AssignDialog);

export type Choice = Status | "assign";
type Triaged = Pick<
  Finding,
  "issue_id" | "status" | "note" | "triage_expires_at" | "policy" | "assignee_id" | "assignee_name"
>;
type Props = {
  about: readonly Triaged[];
  onDone?: () => void;
  children: (choose: (choice: Choice) => void) => ReactNode;
};

const assigneeOf = ({ assignee_id: id, assignee_name: name }: Triaged): Person | null =>
  id && name ? { id, name } : null;

/** The triage dialogs for one or several findings. */
export const Decide = ({ about, onDone, children }: Props) => {
  const triage = useTriage();
  const [confirming, setConfirming] = useState<Exclude<Choice, "open"> | null>(null);
  const [isOpen, setOpen] = useState(false);
  const count = about.length;
  const only = count === 1 ? about[0] : undefined;
  const say = async (decision: Parameters<typeof triage.decide>[1], said: string) => {
    await triage.decide(about, decision, said);
    onDone?.();
  };
  const choose = (choice: Choice) => {
    if (choice === "open")
      return say({ status: choice }, texts.saved.open({ count })).catch((error: unknown) =>
        notify(readProblem(error).message),
      );
    setConfirming(choice);
    setOpen(true);
  };
  const dialog = { count, isOpen, onOpenChange: setOpen };
  /**
   * For a single finding, an empty field deletes the note or date. For several findings, it leaves their notes or dates
   * unchanged.
   */
  const save =
    (status: Status) =>
    ({ note, until }: { note: string; until: string }) =>
      say(
        {
          status,
          ...(only || note ? { note: note || null } : {}),
          ...(only || until ? { expires_at: until ? endOfDay(until) : null } : {}),
        },
        texts.saved[status]({ count }),
      );
  return (
    <>
      {children(choose)}
      {confirming === "assign" ? (
        <AssignDialog
          {...dialog}
          assignee={only ? assigneeOf(only) : null}
          onSave={(person) =>
            say(
              { assignee_id: person?.id ?? null },
              person ? texts.assigned({ count, name: person.name }) : texts.unassigned({ count }),
            )
          }
        />
      ) : null}
      {confirming === "ignored" || confirming === "false_positive" ? (
        <TriageDialog
          {...dialog}
          status={confirming}
          note={only?.note ?? ""}
          until={only?.triage_expires_at ? dayOf(only.triage_expires_at) : ""}
          onSave={save(confirming)}
        />
      ) : null}
    </>
  );
};
