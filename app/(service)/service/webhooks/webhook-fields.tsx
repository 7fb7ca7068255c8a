"use client";

import { type ReactNode, useState } from "react";
import { Form } from "@/app/_ui/form";
import { TextField } from "@/app/_ui/text-field";
import { webhooks as texts } from "@/messages/texts/webhooks";
import type { WebhookType } from "@/server/domains/integrations/webhooks/contract";
import { EventChoices } from "./event-choices";

export type Entered = { url: string; description: string; events: WebhookType[] };

type Props = {
  label: string;
  initial: Entered;
  /** Resolves to true if the fields should be cleared. */
  onSend: (entered: Entered) => Promise<boolean>;
  children: ReactNode;
};

const checkFields = ({ url, events }: Entered): Record<string, string> => ({
  ...(URL.canParse(url) && /^https?:/i.test(url) ? {} : { url: texts.urlMissing }),
  ...(events.length > 0 ? {} : { events: texts.chooseMissing }),
});

/** The form for adding or editing a webhook; the children are its buttons. */
export const WebhookFields = ({ label, initial, onSend, children }: Props) => {
  const [entered, setEntered] = useState(initial);
  const change = (part: Partial<Entered>) => setEntered({ ...entered, ...part });
  const trimmed = { ...entered, url: entered.url.trim(), description: entered.description.trim() };
  return (
    <div className="card p-5">
      <Form
        label={label}
        check={() => checkFields(trimmed)}
        onSend={async () => {
          if (await onSend(trimmed)) setEntered(initial);
        }}
      >
        <div className="grid items-start gap-5 sm:grid-cols-2">
          <TextField
            name="url"
            type="url"
            label={texts.url}
            hint={texts.urlHint}
            value={entered.url}
            onChange={(url) => change({ url })}
            autoComplete="off"
            isRequired
          />
          <TextField
            name="description"
            label={texts.description}
            value={entered.description}
            onChange={(description) => change({ description })}
            autoComplete="off"
            maxLength={200}
          />
        </div>
        <EventChoices value={entered.events} onChange={(events) => change({ events })} />
        <div>{children}</div>
      </Form>
    </div>
  );
};
