"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Check, ChevronDown } from "lucide-react";
import { useEffect, useState } from "react";
import { Button } from "react-aria-components/Button";
import { ComboBox } from "react-aria-components/ComboBox";
import { Input } from "react-aria-components/Input";
import { Label } from "react-aria-components/Label";
import { ListBox, ListBoxItem } from "react-aria-components/ListBox";
import { Popover } from "react-aria-components/Popover";
import { useMe } from "@/app/_client/organisations";
import { type Outputs, useTRPC } from "@/app/_client/trpc";
import { useSettled } from "@/app/_client/use-settled";
import { shared } from "./texts";

type Member = Outputs["members"]["list"]["items"][number];
export type Person = Pick<Member, "id" | "name">;

type Props = {
  label: string;
  value: Person | null;
  onChange: (person: Person | null) => void;
  /** Who can be picked; all members unless given. */
  fits?: (member: Member) => boolean;
  placeholder?: string;
};

const shown = 20;

const useMembers = (typed: string) => {
  const trpc = useTRPC();
  const { me } = useMe();
  const q = useSettled(typed.trim()).slice(0, 200);
  const id = me.data?.organisation.id ?? "";
  return useQuery(
    trpc.members.list.queryOptions(
      { id, limit: shown, ...(q ? { q } : {}) },
      { enabled: id !== "", placeholderData: keepPreviousData },
    ),
  );
};

/** One member of the organisation, found by name or address; an emptied field is nobody. */
export const PersonPicker = ({ label, value, onChange, fits = () => true, placeholder }: Props) => {
  const [typed, setTyped] = useState("");
  const name = value?.name ?? "";
  useEffect(() => setTyped(name), [name]);
  const members = useMembers(typed === name ? "" : typed);
  const people = (members.data?.items ?? []).filter(fits);
  const type = (text: string) => {
    setTyped(text);
    if (text === "" && value) onChange(null);
  };
  const pick = (id: unknown) => {
    const person = people.find((each) => each.id === id);
    if (!person) return;
    setTyped(person.name);
    onChange({ id: person.id, name: person.name });
  };
  return (
    <ComboBox
      items={people}
      inputValue={typed}
      onInputChange={type}
      selectedKey={value?.id ?? null}
      onSelectionChange={pick}
      onBlur={() => setTyped(name)}
      allowsEmptyCollection
      className="flex min-w-0 flex-col gap-1.5"
    >
      <Label className="font-semibold">{label}</Label>
      <span className="relative block">
        <Input
          placeholder={placeholder ?? shared.personFind}
          className="min-h-11 w-full rounded-md border border-control bg-surface px-3 py-2 pr-12 text-ink placeholder:text-soft"
        />
        <Button className="absolute inset-y-0 right-0 inline-flex w-11 cursor-pointer items-center justify-center rounded-md text-soft data-[hovered]:text-ink">
          <ChevronDown className="size-5" aria-hidden="true" />
        </Button>
      </span>
      <Popover className="w-(--trigger-width) min-w-60 max-w-[calc(100vw-2rem)] overflow-auto rounded-md border border-control bg-surface p-1 text-ink shadow-raised">
        <ListBox<Member> className="outline-none" renderEmptyState={() => <Nobody isPending={members.isPending} />}>
          {({ id, name, email }) => (
            <ListBoxItem
              id={id}
              textValue={name}
              className="group flex min-h-11 cursor-pointer items-center justify-between gap-3 rounded-md px-3 py-2 -outline-offset-2 data-[focused]:bg-raised data-[hovered]:bg-raised"
            >
              <span className="flex min-w-0 flex-col">
                <span className="wrap-anywhere group-data-[selected]:font-semibold">{name}</span>
                <span className="wrap-anywhere text-sm text-soft">{email}</span>
              </span>
              <Check
                className="invisible size-5 shrink-0 text-accent group-data-[selected]:visible"
                aria-hidden="true"
              />
            </ListBoxItem>
          )}
        </ListBox>
      </Popover>
    </ComboBox>
  );
};

const Nobody = ({ isPending }: { isPending: boolean }) => (
  <p className="px-3 py-2 text-soft">{isPending ? shared.loading : shared.personNone}</p>
);
