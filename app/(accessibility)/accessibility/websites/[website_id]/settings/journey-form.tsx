"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { type Outputs, useTRPC, useTRPCClient } from "@/app/_client/trpc";
import { Button } from "@/app/_ui/button";
import { Form, FormProblem } from "@/app/_ui/form";
import { TextField } from "@/app/_ui/text-field";
import { notify } from "@/app/_ui/toasts";
import { websites } from "@/messages/texts/websites";
import { JourneyTrial } from "./journey-trial";

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

/** The parts of a recording or script that a journey can't contain. */
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

/**
 * Reads the text of a journey. For a recording or script, also returns the text of the resulting journey, so that users
 * can check it and name the pages to scan before they save it.
 */
const readText = async (client: ReturnType<typeof useTRPCClient>, given: string) => {
  const { journey, source, text, problems, left_out } = await client.websiteJourneys.read.mutate({ text: given });
  if (!journey || text === null)
    return { read: null, imported: null, problems: problems.map(explain).join(" ") } as const;
  return { read: journey, imported: source === "journey" ? null : { text, left_out }, problems: null } as const;
};

type Props = { website_id: string; journey: Journey | null; onDone: () => void };

/** A form to enter a journey as text, import one from a recording, or change one. */
export const JourneyForm = ({ website_id, journey, onDone }: Props) => {
  const trpc = useTRPC();
  const client = useTRPCClient();
  const queryClient = useQueryClient();
  const [imported, setImported] = useState<Imported | null>(null);
  const entered = useRef(journey?.text ?? example);
  const take = (read: Imported | null) => {
    setImported(read);
    if (read) entered.current = read.text;
  };
  const save = useMutation({
    mutationFn: async (given: string): Promise<Imported | null> => {
      const { read, imported, problems } = await readText(client, given);
      if (problems !== null) throw new FormProblem(null, { text: problems });
      if (imported) return imported;
      if (journey) await client.websiteJourneys.update.mutate({ id: journey.id, ...read });
      else await client.websiteJourneys.add.mutate({ website_id, ...read });
      return null;
    },
  });
  const send = async ({ text = "" }: Record<string, string>) => {
    const read = await save.mutateAsync(text);
    take(read);
    if (read) return;
    await queryClient.invalidateQueries(trpc.websiteJourneys.pathFilter());
    notify(texts.saved);
    onDone();
  };
  const prepare = async () => {
    const { read, imported, problems } = await readText(client, entered.current);
    if (problems !== null) throw new FormProblem(problems);
    take(imported);
    if (imported) return null;
    const run = (confirmed: boolean) => client.websiteJourneys.attempt.mutate({ website_id, ...read, confirmed });
    return { ...read, run };
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
        onChange={(text) => {
          entered.current = text;
        }}
        spellCheck="false"
        isRequired
      />
      <JourneyTrial
        prepare={prepare}
        before={
          <Button type="submit" variant="primary" isPending={save.isPending}>
            {texts.save}
          </Button>
        }
        after={<Button onPress={onDone}>{texts.cancel}</Button>}
      />
    </Form>
  );
};
