"use client";

import { keepPreviousData } from "@tanstack/react-query";
import { useState } from "react";
import { useMe } from "@/app/_client/organisations";
import { type Outputs, useTRPC, useTRPCClient } from "@/app/_client/trpc";
import { useList } from "@/app/_client/use-list";
import { useSettled } from "@/app/_client/use-settled";
import { shared } from "@/messages/texts/shared";
import { ComboField } from "./combo-field";

type Member = Outputs["members"]["list"]["items"][number];
export type Person = Pick<Member, "id" | "name">;

type Props = {
  label: string;
  value: Person | null;
  onChange: (person: Person | null) => void;
  /** Reports whether a member can be picked; by default, any member can. */
  fits?: (member: Member) => boolean;
  placeholder?: string;
};

const useMembers = (search: string) => {
  const trpc = useTRPC();
  const client = useTRPCClient();
  const { me } = useMe();
  const q = useSettled(search.trim()).slice(0, 200);
  const id = me.data?.organisation.id ?? "";
  return useList({
    queryKey: [...trpc.members.list.pathKey(), "pick", id, q],
    read: (at) => client.members.list.query({ id, limit: 20, ...(q ? { q } : {}), ...at }),
    enabled: id !== "",
    placeholderData: keepPreviousData,
  });
};

/** A field to pick a member of the organisation by name or email address; an empty field means nobody. */
export const PersonPicker = ({ value, onChange, fits = () => true, placeholder, ...props }: Props) => {
  const [search, setSearch] = useState("");
  const list = useMembers(search);
  const people = (list.data ?? []).filter(fits);
  return (
    <ComboField
      {...props}
      placeholder={placeholder ?? shared.personFind}
      options={people.map(({ id, name, email }) => ({ id, label: name, hint: email }))}
      value={value && { id: value.id, label: value.name }}
      onSearch={setSearch}
      onPick={(picked) => onChange(people.find(({ id }) => id === picked) ?? null)}
      onClear={() => onChange(null)}
      none={list.isPending ? shared.loading : shared.personNone}
      list={list}
    />
  );
};
