"use client";

import { Choices } from "@/app/_ui/choices";
import { SelectField } from "@/app/_ui/select-field";
import { TextField } from "@/app/_ui/text-field";
import { weekdayNames } from "@/messages/runtime/formats";
import { schedules } from "@/messages/texts/schedules";
import { describeCron } from "./describe-cron";
import type { TimingFields as Fields, Frequency } from "./timing";
import { ZoneField } from "./zone-field";

const { form: texts } = schedules;

const weekdayOptions = () => weekdayNames().map((label, index) => ({ id: String(index + 1), label }));
const dateOptions = () =>
  Array.from({ length: 31 }, (_, index) => ({
    id: String(index + 1),
    label: schedules.words.dayOfMonth({ date: index + 1 }),
    ...(index >= 28 ? { hint: texts.dateLate } : {}),
  }));

type Props = { fields: Fields; onChange: (fields: Fields) => void };

/** The timing fields for the chosen frequency. */
export const TimingFields = ({ fields, onChange }: Props) => {
  const change = (changed: Partial<Fields>) => onChange({ ...fields, ...changed });
  const { frequency, weekday, date, time, time_zone } = fields;
  return (
    <>
      <Choices
        label={texts.frequency}
        options={texts.frequencies}
        value={frequency}
        onChange={(value) => change({ frequency: value as Frequency })}
      />
      {frequency === "weekly" ? (
        <SelectField
          label={texts.weekday}
          options={weekdayOptions()}
          value={String(weekday)}
          onChange={(id) => change({ weekday: Number(id) })}
        />
      ) : null}
      {frequency === "monthly" ? (
        <SelectField
          label={texts.date}
          options={dateOptions()}
          value={String(date)}
          onChange={(id) => change({ date: Number(id) })}
        />
      ) : null}
      {frequency === "cron" ? (
        <CronField value={fields.cron} onChange={(cron) => change({ cron })} />
      ) : (
        <div className="max-w-40">
          <TextField
            name="time"
            type="time"
            label={texts.time}
            value={time}
            onChange={(value) => change({ time: value })}
            isRequired
          />
        </div>
      )}
      <ZoneField value={time_zone} onChange={(zone) => change({ time_zone: zone })} />
    </>
  );
};

const CronField = ({ value, onChange }: { value: string; onChange: (line: string) => void }) => (
  <div className="flex flex-col gap-2">
    <TextField
      name="cron"
      label={texts.cron}
      hint={texts.cronHint}
      value={value}
      onChange={onChange}
      autoComplete="off"
      spellCheck="false"
      isRequired
    />
    <p role="status" className="min-h-6">
      {describeCron(value) ?? (value.trim() === "" ? "" : texts.cronSeeNext)}
    </p>
  </div>
);
