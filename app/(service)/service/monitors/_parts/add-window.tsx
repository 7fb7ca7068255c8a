"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTRPC } from "@/app/_client/trpc";
import { Button } from "@/app/_ui/button";
import { Form } from "@/app/_ui/form";
import { TextField } from "@/app/_ui/text-field";
import { notify } from "@/app/_ui/toasts";
import { monitors } from "@/messages/texts/monitors";

const { windows: texts } = monitors;

type Values = Record<string, string>;

const check = ({ starts_at = "", ends_at = "" }: Values): Values => {
  const missing = {
    ...(starts_at === "" ? { starts_at: texts.startsMissing } : {}),
    ...(ends_at === "" ? { ends_at: texts.endsMissing } : {}),
  };
  const isWrong = starts_at !== "" && ends_at !== "" && ends_at <= starts_at;
  return isWrong ? { ends_at: texts.endsWrong } : missing;
};

const nothing = { starts_at: "", ends_at: "", reason: "" };

/** Times are in the reader's time zone. */
export const AddWindow = ({ monitor_id }: { monitor_id: string | null }) => {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const add = useMutation(trpc.maintenance.add.mutationOptions());
  const [values, setValues] = useState(nothing);
  const send = async () => {
    await add.mutateAsync({
      monitor_id,
      starts_at: new Date(values.starts_at).toISOString(),
      ends_at: new Date(values.ends_at).toISOString(),
      reason: values.reason.trim() || null,
    });
    await queryClient.invalidateQueries(trpc.maintenance.pathFilter());
    await queryClient.invalidateQueries(trpc.monitors.pathFilter());
    setValues(nothing);
    notify(texts.added);
  };
  const field = (name: keyof typeof nothing) => ({
    name,
    value: values[name],
    onChange: (value: string) => setValues({ ...values, [name]: value }),
  });
  return (
    <div className="max-w-xl pt-2 text-ink">
      <Form label={texts.add} check={check} onSend={send}>
        <div className="grid items-start gap-5 sm:grid-cols-2">
          <TextField {...field("starts_at")} type="datetime-local" label={texts.starts} isRequired />
          <TextField {...field("ends_at")} type="datetime-local" label={texts.ends} isRequired />
        </div>
        <TextField {...field("reason")} label={texts.reason} />
        <div>
          <Button type="submit" variant="primary" isPending={add.isPending}>
            {texts.submit}
          </Button>
        </div>
      </Form>
    </div>
  );
};
