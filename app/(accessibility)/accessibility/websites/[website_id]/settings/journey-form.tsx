"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { type Outputs, useTRPC, useTRPCClient } from "@/app/_client/trpc";
import { Button } from "@/app/_ui/button";
import { Form, FormProblem } from "@/app/_ui/form";
import { TextField } from "@/app/_ui/text-field";
import { notify } from "@/app/_ui/toasts";
import { websites } from "@/messages/texts/websites";

const { journeys: texts } = websites;

export type Journey = Outputs["websiteJourneys"]["list"]["items"][number];

const example = `name: Search
steps:
  - action: fill
    element: { role: searchbox }
    text: lamp
    hide: false
  - action: press
    key: Enter
  - action: wait_for_url
    url: /search
  - action: scan
    name: results
`;

type Problem = Outputs["websiteJourneys"]["read"]["problems"][number];

const explain = ({ line, message }: Problem): string => (line === null ? message : texts.line({ line, message }));

type Imported = { text: string; left_out: Outputs["websiteJourneys"]["read"]["left_out"] };

/** What a recording or script contained that a journey doesn't. */
const LeftOut = ({ left_out }: Pick<Imported, "left_out">) => (
  <div role="status" className="card p-5">
    <p className="font-semibold">{texts.imported}</p>
    {left_out.length > 0 ? (
      <>
        <p className="mt-2">{texts.leftOut}</p>
        <ul className="mt-2 list-disc ps-6">
          {left_out.map(({ line, what, why }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes
            <li key={index} className="wrap-anywhere">
              <code>{what}</code>: {explain({ line, message: why })}
            </li>
          ))}
        </ul>
      </>
    ) : null}
  </div>
);

type Props = { website_id: string; journey: Journey | null; onDone: () => void };

/** Enters a journey as text, imports one from a recording, or changes one. */
export const JourneyForm = ({ website_id, journey, onDone }: Props) => {
  const trpc = useTRPC();
  const client = useTRPCClient();
  const queryClient = useQueryClient();
  const [imported, setImported] = useState<Imported | null>(null);
  const save = useMutation({
    mutationFn: async (given: string): Promise<Imported | null> => {
      const {
        journey: read,
        source,
        text,
        problems,
        left_out,
      } = await client.websiteJourneys.read.mutate({
        text: given,
      });
      if (!read || text === null) throw new FormProblem(null, { text: problems.map(explain).join(" ") });
      // People check a recording before it is saved, and name the pages to scan.
      if (source !== "journey") return { text, left_out };
      if (journey) await client.websiteJourneys.update.mutate({ id: journey.id, ...read });
      else await client.websiteJourneys.add.mutate({ website_id, ...read });
      return null;
    },
  });
  const send = async ({ text = "" }: Record<string, string>) => {
    const read = await save.mutateAsync(text);
    setImported(read);
    if (read) return;
    await queryClient.invalidateQueries(trpc.websiteJourneys.pathFilter());
    notify(texts.saved);
    onDone();
  };
  return (
    <Form label={journey ? texts.edit({ name: journey.name }) : texts.create} onSend={send}>
      {imported ? <LeftOut left_out={imported.left_out} /> : null}
      <TextField
        key={imported?.text}
        name="text"
        label={texts.text}
        hint={texts.textHint}
        rows={18}
        defaultValue={imported?.text ?? journey?.text ?? example}
        spellCheck="false"
        isRequired
      />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" variant="primary" isPending={save.isPending}>
          {texts.save}
        </Button>
        <Button onPress={onDone}>{texts.cancel}</Button>
      </div>
    </Form>
  );
};
