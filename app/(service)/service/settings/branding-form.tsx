"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { type Outputs, useTRPC } from "@/app/_client/trpc";
import { Button } from "@/app/_ui/button";
import { Form } from "@/app/_ui/form";
import { TextField } from "@/app/_ui/text-field";
import { notify } from "@/app/_ui/toasts";
import { service } from "@/messages/texts/service";
import { AccentField, readColour } from "./accent-field";
import { LogoField } from "./logo-field";
import { ReportPreview } from "./report-preview";

const { settings: texts } = service;

const check = ({ accent = "" }: Record<string, string>): Record<string, string> =>
  accent.trim() === "" || readColour(accent) ? {} : { accent: texts.accentWrong };

type Props = { id: string; branding: Outputs["branding"]["get"] };

export const BrandingForm = ({ id, branding }: Props) => {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const change = useMutation(trpc.branding.change.mutationOptions());
  const [name, setName] = useState(branding.name ?? "");
  const [accent, setAccent] = useState(branding.accent ?? "");
  const [logo, setLogo] = useState(branding.logo);
  const send = async () => {
    await change.mutateAsync({
      id,
      name: name.trim() === "" ? null : name,
      accent: readColour(accent),
      ...(logo === branding.logo ? {} : { logo }),
    });
    await queryClient.invalidateQueries(trpc.branding.pathFilter());
    notify(texts.brandSaved);
  };
  return (
    <div className="grid gap-8 lg:grid-cols-2">
      <Form label={texts.brand} check={check} onSend={send}>
        <TextField
          name="name"
          label={texts.brandName}
          hint={texts.brandNameHint}
          value={name}
          onChange={setName}
          maxLength={200}
        />
        <AccentField value={accent} onChange={setAccent} />
        <LogoField value={logo} onChange={setLogo} />
        <div>
          <Button type="submit" variant="primary" isPending={change.isPending}>
            {texts.save}
          </Button>
        </div>
      </Form>
      <ReportPreview name={name.trim() || "Curbcut"} accent={readColour(accent)} logo={logo} />
    </div>
  );
};
