"use client";

import { type ReactNode, useState } from "react";
import { Button } from "@/app/_ui/button";
import { Form } from "@/app/_ui/form";
import { TextField } from "@/app/_ui/text-field";
import { schedules } from "@/messages/texts/schedules";
import { NextRuns } from "./next-runs";
import { type TimingFields as Fields, toTiming } from "./timing";
import { TimingFields } from "./timing-fields";

const { form: texts } = schedules;

const mostPages = 10_000;

const checkPages = (typed: string): Record<string, string> => {
  const pages = Number(typed);
  const isRight = typed === "" || (Number.isInteger(pages) && pages >= 1 && pages <= mostPages);
  return isRight ? {} : { max_pages: texts.maxPagesWrong };
};

const checkTimes = (fields: Fields): Record<string, string> => {
  if (toTiming(fields)) return {};
  return fields.frequency === "cron" ? { cron: texts.cronMissing } : { time: texts.timeMissing };
};

export type Wanted = { timing: NonNullable<ReturnType<typeof toTiming>>; max_pages: number | undefined };

type Props = {
  label: string;
  submit: string;
  initial: Fields;
  maxPages: number | undefined;
  isPending: boolean;
  onSend: (wanted: Wanted) => Promise<void>;
  /** Fields shown before the timing fields. */
  children?: ReactNode;
};

/** Fields for the timing and the maximum number of pages, and a preview of the next runs. */
export const ScheduleForm = ({ label, submit, initial, maxPages, isPending, onSend, children }: Props) => {
  const [fields, setFields] = useState(initial);
  const send = async (values: Record<string, string>) => {
    const timing = toTiming(fields);
    const pages = values["max_pages"]?.trim() ?? "";
    if (timing) await onSend({ timing, max_pages: pages === "" ? undefined : Number(pages) });
  };
  const check = ({ max_pages = "" }: Record<string, string>) => ({
    ...checkTimes(fields),
    ...checkPages(max_pages.trim()),
  });
  return (
    <Form label={label} check={check} onSend={send}>
      {children}
      <TimingFields fields={fields} onChange={setFields} />
      <NextRuns fields={fields} />
      <div className="max-w-60">
        <TextField
          name="max_pages"
          label={texts.maxPages}
          hint={texts.maxPagesHint}
          inputMode="numeric"
          defaultValue={maxPages?.toString() ?? ""}
        />
      </div>
      <div>
        <Button type="submit" variant="primary" isPending={isPending}>
          {submit}
        </Button>
      </div>
    </Form>
  );
};
