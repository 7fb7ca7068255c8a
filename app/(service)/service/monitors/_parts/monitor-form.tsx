"use client";

import { useState } from "react";
import type { Outputs } from "@/app/_client/trpc";
import { Button } from "@/app/_ui/button";
import { Checkbox, Choices } from "@/app/_ui/choices";
import { Form } from "@/app/_ui/form";
import { SelectField } from "@/app/_ui/select-field";
import { TextField } from "@/app/_ui/text-field";
import { formatDuration } from "@/messages/runtime/formats";
import { monitors } from "@/messages/texts/monitors";
import { usualRetries } from "@/server/domains/monitoring/monitors/contract";
import { checkMonitor, readMonitor } from "./read-fields";

const { form: texts } = monitors;

type Monitor = Outputs["monitors"]["get"];
type Settings = Pick<Monitor, "method" | "channels" | "interval_seconds">;
export type MonitorInput = ReturnType<typeof readMonitor> & Settings;

type Props = {
  label: string;
  submit: string;
  /** The monitor to edit. If omitted, the form adds a new one. */
  monitor?: Monitor;
  isPending: boolean;
  onSend: (input: MonitorInput) => Promise<void>;
};

const channels = ["mail", "chat", "webhook"] as const;

const intervalOptions = (current: number) => {
  const usual = Object.entries(texts.intervals).map(([id, text]) => ({ id, label: text }));
  if (usual.some(({ id }) => id === String(current))) return usual;
  return [{ id: String(current), label: formatDuration(current) }, ...usual];
};

const usual: Settings = { method: "GET", channels: ["mail"], interval_seconds: 60 };

export const MonitorForm = ({ label, submit, monitor, isPending, onSend }: Props) => {
  const [settings, setSettings] = useState<Settings>(monitor ?? usual);
  const { method, channels: chosen, interval_seconds } = settings;
  return (
    <Form
      label={label}
      check={checkMonitor}
      onSend={(values) => onSend({ ...readMonitor(values), method, channels: chosen, interval_seconds })}
    >
      <TextField
        name="url"
        label={texts.url}
        hint={texts.urlHint}
        inputMode="url"
        autoComplete="url"
        defaultValue={monitor?.url ?? ""}
        isRequired
      />
      <TextField name="name" label={texts.name} hint={texts.nameHint} defaultValue={monitor?.name ?? ""} />
      <SelectField
        label={texts.interval}
        options={intervalOptions(monitor?.interval_seconds ?? 60)}
        value={String(interval_seconds)}
        onChange={(id) => setSettings({ ...settings, interval_seconds: Number(id) })}
      />
      <Choices
        label={texts.method}
        options={texts.methods}
        value={method}
        onChange={(value) => setSettings({ ...settings, method: value === "HEAD" ? "HEAD" : "GET" })}
      />
      <Expectations {...(monitor ? { monitor } : {})} />
      <ChannelChoices chosen={chosen} onChange={(next) => setSettings({ ...settings, channels: next })} />
      <div>
        <Button type="submit" variant="primary" isPending={isPending}>
          {submit}
        </Button>
      </div>
    </Form>
  );
};

const Expectations = ({ monitor }: { monitor?: Monitor }) => (
  <>
    <TextField
      name="expected_status"
      label={texts.status}
      hint={texts.statusHint}
      defaultValue={(monitor?.expected_status ?? [200]).join(", ")}
      isRequired
    />
    <TextField
      name="keyword"
      label={texts.keyword}
      hint={texts.keywordHint}
      defaultValue={monitor?.keyword ?? ""}
      autoComplete="off"
    />
    <div className="grid items-end gap-5 sm:grid-cols-2">
      <TextField
        name="timeout_ms"
        label={texts.timeout}
        inputMode="decimal"
        defaultValue={String((monitor?.timeout_ms ?? 10_000) / 1_000)}
        isRequired
      />
      <TextField
        name="retries"
        label={texts.retries}
        hint={texts.retriesHint}
        inputMode="numeric"
        defaultValue={String(monitor?.retries ?? usualRetries)}
        isRequired
      />
    </div>
  </>
);

type ChannelProps = { chosen: Settings["channels"]; onChange: (channels: Settings["channels"]) => void };

const ChannelChoices = ({ chosen, onChange }: ChannelProps) => (
  <fieldset className="flex flex-col">
    <legend className="mb-1 font-semibold">{texts.channels}</legend>
    {channels.map((channel) => (
      <Checkbox
        key={channel}
        isSelected={chosen.includes(channel)}
        onChange={(isOn) => onChange(channels.filter((one) => (one === channel ? isOn : chosen.includes(one))))}
      >
        {texts.channel[channel]}
      </Checkbox>
    ))}
  </fieldset>
);
