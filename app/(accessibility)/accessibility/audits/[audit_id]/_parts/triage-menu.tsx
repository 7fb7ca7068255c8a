"use client";

import { ChevronDown } from "lucide-react";
import dynamic from "next/dynamic";
import { useState } from "react";
import { Button } from "react-aria-components/Button";
import { Menu, MenuItem, MenuTrigger } from "react-aria-components/Menu";
import { Popover } from "react-aria-components/Popover";
import { useMe } from "@/app/_client/organisations";
import { readProblem } from "@/app/_client/problem";
import type { Outputs } from "@/app/_client/trpc";
import { findings } from "@/app/_texts/findings";
import { buttonStyle } from "@/app/_ui/button-style";
import { menuItemStyle, menuStyle } from "@/app/_ui/menu-style";
import { notify } from "@/app/_ui/toasts";
import { type Status, useTriage } from "./use-triage";

const { triage: texts } = findings;
const statuses: readonly Status[] = ["open", "ignored", "false_positive"];

/** Its form is loaded with the first choice. */
const TriageDialog = dynamic(async () => (await import("./triage-dialog")).TriageDialog);

type Finding = Pick<Outputs["results"]["issues"]["items"][number], "issue_id" | "status" | "note">;
type Props = { finding: Finding; position: number };

/** What was decided about a finding, and the ways to decide otherwise. */
export const TriageMenu = ({ finding, position }: Props) => {
  const triage = useTriage();
  const { may } = useMe();
  const [wanted, setWanted] = useState<Exclude<Status, "open"> | null>(null);
  const [isOpen, setOpen] = useState(false);
  const { issue_id, status, note } = finding;
  if (!issue_id) return null;
  const decide = (next: Status, text: string | null) =>
    triage.decide({ issue_id, status, note }, { status: next, note: text });
  const choose = (next: Status) => {
    if (next === "open") return decide(next, note).catch((error: unknown) => notify(readProblem(error).message));
    setWanted(next);
    setOpen(true);
  };
  return (
    <div className="mt-4 flex flex-wrap items-center gap-x-4 gap-y-2">
      {may("issues.write") ? <Choice status={status} position={position} onChoose={choose} /> : texts.statuses[status]}
      {note ? (
        <p className="prose min-w-0 text-soft wrap-anywhere">
          {texts.noteOf} {note}
        </p>
      ) : null}
      {wanted ? (
        <TriageDialog
          status={wanted}
          note={note ?? ""}
          isOpen={isOpen}
          onOpenChange={setOpen}
          onSave={(text) => decide(wanted, text || null)}
        />
      ) : null}
    </div>
  );
};

type ChoiceProps = { status: Status; position: number; onChoose: (status: Status) => void };

const Choice = ({ status, position, onChoose }: ChoiceProps) => (
  <MenuTrigger>
    <Button aria-label={`${texts.menu(position)}: ${texts.statuses[status]}`} className={buttonStyle("secondary")}>
      {texts.statuses[status]}
      <ChevronDown className="size-4 shrink-0" aria-hidden="true" />
    </Button>
    <Popover className={menuStyle}>
      <Menu aria-label={texts.menu(position)} className="outline-none" onAction={(key) => onChoose(key as Status)}>
        {statuses
          .filter((each) => each !== status)
          .map((each) => (
            <MenuItem key={each} id={each} className={menuItemStyle}>
              {texts.actions[each]}
            </MenuItem>
          ))}
      </Menu>
    </Popover>
  </MenuTrigger>
);
