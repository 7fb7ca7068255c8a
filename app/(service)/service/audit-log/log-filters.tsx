"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTRPC } from "@/app/_client/trpc";
import { type Person, PersonPicker } from "@/app/_ui/person-picker";
import { SelectField } from "@/app/_ui/select-field";
import { TextField } from "@/app/_ui/text-field";
import { service } from "@/messages/texts/service";
import type { Filters } from "./filters";

const { log: texts } = service;

const everything = "all";

type Props = { filters: Filters; onChange: (filters: Filters) => void };

/** Returns the person whose id is in the URL, with the name from the picker or from the log. */
const useActor = (id: string | undefined) => {
  const trpc = useTRPC();
  const [picked, pick] = useState<Person | null>(null);
  const isPicked = picked !== null && picked.id === id;
  const entry = useQuery(
    trpc.auditLog.list.queryOptions({ limit: 1, ...(id ? { actor_id: id } : {}) }, { enabled: !!id && !isPicked }),
  );
  if (!id) return { actor: null, pick };
  const known = entry.data?.items[0]?.actor.name ?? (entry.isPending ? "" : texts.gone);
  return { actor: isPicked ? picked : { id, name: known }, pick };
};

export const LogFilters = ({ filters, onChange }: Props) => {
  const { actor, pick: pickActor } = useActor(filters.actor);
  const pick = (id: string): string | undefined => (id === everything ? undefined : id);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset's legend can't be a grid item
    <div
      role="group"
      aria-label={texts.filter}
      className="mb-5 grid grid-cols-1 items-end gap-4 sm:grid-cols-2 lg:grid-cols-4"
    >
      <PersonPicker
        label={texts.actor}
        placeholder={texts.anybody}
        value={actor}
        onChange={(person) => {
          pickActor(person);
          onChange({ ...filters, actor: person?.id });
        }}
      />
      <SelectField
        label={texts.noun}
        options={Object.entries(texts.nouns).map(([id, label]) => ({ id, label }))}
        value={filters.about ?? everything}
        onChange={(id) => onChange({ ...filters, about: pick(id) })}
      />
      <DayField
        name="from"
        label={texts.from}
        value={filters.from}
        onChange={(from) => onChange({ ...filters, from })}
      />
      <DayField name="to" label={texts.to} value={filters.to} onChange={(to) => onChange({ ...filters, to })} />
    </div>
  );
};

type DayProps = { name: string; label: string; value: string | undefined; onChange: (day: string | undefined) => void };

const DayField = ({ value, onChange, ...props }: DayProps) => (
  <TextField {...props} type="date" isFilter value={value ?? ""} onChange={(day) => onChange(day || undefined)} />
);
