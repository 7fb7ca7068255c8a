"use client";

import { ChevronDown } from "lucide-react";
import { Button } from "react-aria-components/Button";
import { Menu, MenuItem, MenuTrigger } from "react-aria-components/Menu";
import { Popover } from "react-aria-components/Popover";
import { useMe } from "@/app/_client/organisations";
import { buttonStyle } from "@/app/_ui/button-style";
import { menuItemStyle, menuStyle } from "@/app/_ui/menu-style";
import { Moment } from "@/app/_ui/moment";
import { findings } from "@/messages/texts/findings";
import { type Choice, Decide } from "./decide";
import type { Finding, Status } from "./use-triage";

const { triage: texts } = findings;
const statuses: readonly Status[] = ["open", "ignored", "false_positive"];

type Props = { finding: Finding; position: number };

/** A finding's status and assignee, and a menu to change them. */
export const TriageMenu = ({ finding, position }: Props) => {
  const { may } = useMe();
  const { issue_id, status, note, assignee_name, policy, triage_expires_at } = finding;
  if (!issue_id) return null;
  return (
    <div className="mt-4 flex flex-wrap items-center gap-x-4 gap-y-2">
      {may("issues.write") ? (
        <Decide about={[finding]}>
          {(choose) => <Choices status={status} position={position} onChoose={choose} />}
        </Decide>
      ) : (
        texts.statuses[status]
      )}
      {assignee_name ? <p className="wrap-anywhere">{texts.assignedTo({ name: assignee_name })}</p> : null}
      {note ? (
        <p className="prose min-w-0 text-soft wrap-anywhere">
          {texts.noteOf} {note}
        </p>
      ) : null}
      {policy ? (
        <p className="prose min-w-0 text-soft wrap-anywhere">{texts.policyOf({ reason: policy.reason })}</p>
      ) : null}
      {triage_expires_at ? (
        <p className="text-soft">{texts.untilOf({ date: () => <Moment at={triage_expires_at} /> })}</p>
      ) : null}
    </div>
  );
};

type ChoicesProps = { status: Status; position: number; onChoose: (choice: Choice) => void };

const Choices = ({ status, position, onChoose }: ChoicesProps) => (
  <MenuTrigger>
    <Button aria-label={`${texts.menu({ position })}: ${texts.statuses[status]}`} className={buttonStyle("secondary")}>
      {texts.statuses[status]}
      <ChevronDown className="size-4 shrink-0" aria-hidden="true" />
    </Button>
    <Popover className={menuStyle}>
      <Menu aria-label={texts.menu({ position })} className="outline-none" onAction={(key) => onChoose(key as Choice)}>
        {statuses
          .filter((each) => each !== status)
          .map((each) => (
            <MenuItem key={each} id={each} className={menuItemStyle}>
              {texts.actions[each]}
            </MenuItem>
          ))}
        <MenuItem id="assign" className={menuItemStyle}>
          {texts.assign}
        </MenuItem>
      </Menu>
    </Popover>
  </MenuTrigger>
);
