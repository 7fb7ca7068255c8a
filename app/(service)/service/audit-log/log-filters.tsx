"use client";

import { useQuery } from "@tanstack/react-query";
import { useTRPC } from "@/app/_client/trpc";
import { service } from "@/app/_texts/service";
import { SelectField } from "@/app/_ui/select-field";
import { TextField } from "@/app/_ui/text-field";
import type { Filters } from "./filters";

const { log: texts } = service;

const everything = "all";

type Props = { organisation_id: string; filters: Filters; onChange: (filters: Filters) => void };

export const LogFilters = ({ organisation_id, filters, onChange }: Props) => {
  const trpc = useTRPC();
  const members = useQuery(trpc.members.list.queryOptions({ id: organisation_id, limit: 100 }));
  const people = (members.data?.items ?? []).map(({ id, name, email }) => ({ id, label: name, hint: email }));
  const pick = (id: string): string | undefined => (id === everything ? undefined : id);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a legend has no place in a grid
    <div
      role="group"
      aria-label={texts.filter}
      className="mb-5 grid grid-cols-1 items-end gap-4 sm:grid-cols-2 lg:grid-cols-4"
    >
      <SelectField
        label={texts.actor}
        options={[{ id: everything, label: texts.anybody }, ...people]}
        value={filters.actor ?? everything}
        onChange={(id) => onChange({ ...filters, actor: pick(id) })}
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
