"use client";

import { useMemo, useState } from "react";
import { ComboField, type ComboOption } from "@/app/_ui/combo-field";
import { fieldId } from "@/app/_ui/text-field";
import { schedules } from "@/messages/texts/schedules";

const { form: texts } = schedules;

const shownZones = 40;

/** Returns the time zones that the browser supports, and the chosen one even if it isn't among them. */
const listZones = (chosen: string): string[] => [
  ...new Set(["UTC", ...Intl.supportedValuesOf("timeZone"), ...(chosen ? [chosen] : [])]),
];

const toOption = (zone: string): ComboOption => ({ id: zone, label: zone.replaceAll("_", " ") });

const matching = (zones: readonly string[], search: string): string[] => {
  const words = search
    .toLowerCase()
    .split(/[\s/_]+/)
    .filter(Boolean);
  const found = zones.filter((zone) => words.every((word) => zone.toLowerCase().includes(word)));
  return found.slice(0, shownZones);
};

type Props = { value: string; onChange: (zone: string) => void };

/** A field to pick a time zone by any part of its name. */
export const ZoneField = ({ value, onChange }: Props) => {
  const [search, setSearch] = useState("");
  const zones = useMemo(() => listZones(value), [value]);
  return (
    <ComboField
      id={fieldId("time_zone")}
      label={texts.zone}
      placeholder={texts.zoneFind}
      options={matching(zones, search).map(toOption)}
      value={toOption(value)}
      onSearch={setSearch}
      onPick={onChange}
      none={texts.zoneNone}
      isRequired
    />
  );
};
