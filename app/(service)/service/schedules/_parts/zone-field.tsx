"use client";

import { Check, ChevronDown } from "lucide-react";
import { useMemo, useState } from "react";
import { Button } from "react-aria-components/Button";
import { ComboBox } from "react-aria-components/ComboBox";
import { Input } from "react-aria-components/Input";
import { Label } from "react-aria-components/Label";
import { ListBox, ListBoxItem } from "react-aria-components/ListBox";
import { Popover } from "react-aria-components/Popover";
import { schedules } from "@/app/_texts/schedules";
import { fieldId } from "@/app/_ui/text-field";

const { form: texts } = schedules;

type Zone = { id: string };

const shownZones = 40;

/** The zones this browser knows, the one that is chosen among them. */
const listZones = (chosen: string): string[] => [
  ...new Set(["UTC", ...Intl.supportedValuesOf("timeZone"), ...(chosen ? [chosen] : [])]),
];

const readable = (zone: string): string => zone.replaceAll("_", " ");

const matching = (zones: readonly string[], typed: string): Zone[] => {
  const words = typed
    .toLowerCase()
    .split(/[\s/_]+/)
    .filter(Boolean);
  const found = zones.filter((zone) => words.every((word) => zone.toLowerCase().includes(word)));
  return found.slice(0, shownZones).map((id) => ({ id }));
};

type Props = { value: string; onChange: (zone: string) => void };

/** A time zone, found by any part of its name. */
export const ZoneField = ({ value, onChange }: Props) => {
  const [typed, setTyped] = useState(readable(value));
  const zones = useMemo(() => listZones(value), [value]);
  const found = matching(zones, typed === readable(value) ? "" : typed);
  const pick = (zone: unknown) => {
    if (typeof zone !== "string") return;
    setTyped(readable(zone));
    onChange(zone);
  };
  return (
    <ComboBox
      items={found}
      inputValue={typed}
      onInputChange={setTyped}
      selectedKey={value}
      onSelectionChange={pick}
      onBlur={() => setTyped(readable(value))}
      id={fieldId("time_zone")}
      menuTrigger="focus"
      allowsEmptyCollection
      isRequired
      className="flex min-w-0 flex-col gap-1.5"
    >
      <Label className="font-semibold">{texts.zone}</Label>
      <span className="relative block">
        <Input
          placeholder={texts.zoneFind}
          className="min-h-11 w-full rounded-md border border-control bg-surface px-3 py-2 pr-12 text-ink placeholder:text-soft"
        />
        <Button className="absolute inset-y-0 right-0 inline-flex w-11 cursor-pointer items-center justify-center rounded-md text-soft data-[hovered]:text-ink">
          <ChevronDown className="size-5" aria-hidden="true" />
        </Button>
      </span>
      <Popover className="w-(--trigger-width) min-w-60 max-w-[calc(100vw-2rem)] overflow-auto rounded-md border border-control bg-surface p-1 text-ink shadow-raised">
        <ListBox<Zone>
          className="outline-none"
          renderEmptyState={() => <p className="px-3 py-2 text-soft">{texts.zoneNone}</p>}
        >
          {({ id }) => (
            <ListBoxItem
              id={id}
              textValue={readable(id)}
              className="group flex min-h-11 cursor-pointer items-center justify-between gap-3 rounded-md px-3 py-2 -outline-offset-2 data-[focused]:bg-raised data-[hovered]:bg-raised data-[selected]:font-semibold"
            >
              {readable(id)}
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
