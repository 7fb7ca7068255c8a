"use client";

import { SelectField } from "@/app/_ui/select-field";
import { TextField } from "@/app/_ui/text-field";
import { rum } from "@/messages/texts/rum";
import { type Website, WebsitePicker } from "../../_parts/website-picker";
import type { Filters } from "./filters";

const everything = "all";

type Props = {
  website: Pick<Website, "id" | "name">;
  filters: Filters;
  onChange: (filters: Filters) => void;
};

export const MeasurementFilters = ({ website, filters, onChange }: Props) => {
  const setDay = (which: "from" | "to") => (day: string) => (day ? onChange({ ...filters, [which]: day }) : undefined);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset's legend can't be a grid item
    <div
      role="group"
      aria-label={rum.filter}
      className="mb-5 grid grid-cols-1 items-end gap-4 sm:grid-cols-2 lg:grid-cols-4"
    >
      <WebsitePicker
        label={rum.website}
        value={website}
        onChange={({ id }) => onChange({ ...filters, website: id, page: undefined })}
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
