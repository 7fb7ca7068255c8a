"use client";

import { CircleAlert } from "lucide-react";
import { CheckboxGroup } from "react-aria-components/CheckboxGroup";
import { FieldError } from "react-aria-components/FieldError";
import { Label } from "react-aria-components/Label";
import { Checkbox } from "@/app/_ui/choices";
import { fieldId } from "@/app/_ui/text-field";
import { webhooks as texts } from "@/messages/texts/webhooks";
import { type WebhookType, webhookTypes } from "@/server/domains/integrations/webhooks/contract";

type Props = { value: readonly WebhookType[]; onChange: (events: WebhookType[]) => void };

/** Checkboxes for the `events` field. */
export const EventChoices = ({ value, onChange }: Props) => (
  <CheckboxGroup
    name="events"
    value={[...value]}
    onChange={(chosen) => onChange(webhookTypes.filter((type) => chosen.includes(type)))}
    className="flex flex-col gap-1"
  >
    <Label className="font-semibold">{texts.choose}</Label>
    <FieldError className="flex items-start gap-1.5 text-sm font-semibold text-critical">
      {({ validationErrors }) => (
        <>
          <CircleAlert className="mt-0.5 size-4 shrink-0" aria-hidden="true" />
          <span>{validationErrors.join(" ")}</span>
        </>
      )}
    </FieldError>
    <div id={fieldId("events")} tabIndex={-1} className="grid gap-x-6 rounded-md sm:grid-cols-2">
      {webhookTypes.map((type) => (
        <Checkbox key={type} value={type}>
          {texts.events[type]}
        </Checkbox>
      ))}
    </div>
  </CheckboxGroup>
);
