"use client";

import type { Outputs } from "@/app/_client/trpc";
import { Checkbox } from "@/app/_ui/choices";
import { Moment } from "@/app/_ui/moment";
import { account } from "@/messages/texts/account";

const { added: texts } = account;

type Added = Outputs["auth"]["pendingReset"]["added"][number];

const Origin = ({ agent, ip, created_at }: Added) => {
  const date = () => <Moment at={created_at} />;
  return (
    <p className="wrap-anywhere ps-9 text-sm text-soft">
      {agent && ip ? texts.from({ agent, ip, date }) : texts.on({ date })}
    </p>
  );
};

type Props = { added: readonly Added[]; kept: readonly string[]; onChange: (kept: string[]) => void };

/** Lists what a password reset removes, with a checkbox to keep each item. */
export const AddedList = ({ added, kept, onChange }: Props) => {
  if (added.length === 0) return null;
  return (
    <fieldset className="card p-5">
      <legend className="float-left mb-1 font-semibold">{texts.title}</legend>
      <p className="clear-both mb-3 text-soft">{texts.lead}</p>
      <ul className="flex flex-col gap-3">
        {added.map((item) => (
          <li key={item.id} className="wrap-anywhere">
            <Checkbox
              isSelected={kept.includes(item.id)}
              onChange={(isKept) => onChange(isKept ? [...kept, item.id] : kept.filter((id) => id !== item.id))}
            >
              {texts.keep({ kind: texts.kinds[item.kind], label: item.label })}
            </Checkbox>
            <Origin {...item} />
          </li>
        ))}
      </ul>
    </fieldset>
  );
};
