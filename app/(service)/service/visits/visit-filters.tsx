"use client";

import { rum } from "@/app/_texts/rum";
import { SelectField } from "@/app/_ui/select-field";
import { TextField } from "@/app/_ui/text-field";
import type { Filters } from "./filters";

const everything = "all";

type Props = {
  websites: readonly { id: string; name: string; url: string }[];
  website: string;
  filters: Filters;
  onChange: (filters: Filters) => void;
};

export const VisitFilters = ({ websites, website, filters, onChange }: Props) => {
  const setDay = (which: "from" | "to") => (day: string) => (day ? onChange({ ...filters, [which]: day }) : undefined);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a legend has no place in a grid
    <div
      role="group"
      aria-label={rum.filter}
      className="mb-5 grid grid-cols-1 items-end gap-4 sm:grid-cols-2 lg:grid-cols-4"
    >
      <SelectField
        label={rum.website}
        options={websites.map(({ id, name, url }) => ({ id, label: name, hint: url }))}
        value={website}
        onChange={(id) => onChange({ ...filters, website: id, page: undefined })}
      />
      <SelectField
        label={rum.device}
        options={[
          { id: everything, label: rum.everyDevice },
          ...Object.entries(rum.devices).map(([id, label]) => ({ id, label })),
        ]}
        value={filters.device ?? everything}
        onChange={(id) => onChange({ ...filters, device: id === everything ? undefined : (id as "phone") })}
      />
      <TextField name="from" type="date" isFilter label={rum.from} value={filters.from} onChange={setDay("from")} />
      <TextField name="to" type="date" isFilter label={rum.to} value={filters.to} onChange={setDay("to")} />
    </div>
  );
};
