"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTRPC } from "@/app/_client/trpc";
import { Button } from "@/app/_ui/button";
import { HintedCheckbox } from "@/app/_ui/choices";
import { CodeSnippet } from "@/app/_ui/code-snippet";
import { Form } from "@/app/_ui/form";
import { Moment } from "@/app/_ui/moment";
import { SelectField } from "@/app/_ui/select-field";
import { notify } from "@/app/_ui/toasts";
import { rum } from "@/messages/texts/rum";
import { describeShare, type Site } from "./figures";
import { checkOrigins, OriginsField, readOrigins } from "./origins-field";
import { SiteActions } from "./site-actions";

const Snippet = ({ snippet }: { snippet: string }) => (
  <CodeSnippet
    code={snippet}
    parts={[{ text: snippet, highlighted: false }]}
    title={rum.snippet.title}
    label={rum.snippet.label}
  />
);

const { settings: texts } = rum;

const rates = { all: 1, half: 0.5, tenth: 0.1, hundredth: 0.01, nothing: 0 } as const;

const ratesFor = (current: number) => {
  const usual = Object.entries(rates).map(([name, rate]) => ({
    id: String(rate),
    label: texts.rates[name as keyof typeof rates],
  }));
  return usual.some(({ id }) => id === String(current))
    ? usual
    : [{ id: String(current), label: describeShare(current) }, ...usual];
};

const SettingsForm = ({ site }: { site: Site }) => {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const change = useMutation(trpc.rum.changeSite.mutationOptions());
  const [rate, setRate] = useState(String(site.sample_rate));
  const [allowsMissingOrigin, setAllowsMissingOrigin] = useState(site.allow_missing_origin);
  const send = async ({ origins }: Record<string, string>) => {
    await change.mutateAsync({
      id: site.id,
      origins: readOrigins(origins),
      sample_rate: Number(rate),
      allow_missing_origin: allowsMissingOrigin,
    });
    await queryClient.invalidateQueries(trpc.rum.pathFilter());
    notify(texts.saved);
  };
  return (
    <div className="max-w-xl">
      <Form label={texts.title} check={checkOrigins} onSend={send}>
        <OriginsField origins={site.origins} />
        <SelectField label={texts.rate} options={ratesFor(site.sample_rate)} value={rate} onChange={setRate} />
        <HintedCheckbox
          isSelected={allowsMissingOrigin}
          onChange={setAllowsMissingOrigin}
          hint={texts.allowMissingOriginHint}
        >
          {texts.allowMissingOrigin}
        </HintedCheckbox>
        <div>
          <Button type="submit" variant="primary" isPending={change.isPending}>
            {texts.save}
          </Button>
        </div>
      </Form>
    </div>
  );
};

/**
 * The snippet for the website's pages, the origins that can send beacons, and the buttons to rotate the key and to stop
 * measuring.
 */
export const SiteSettings = ({ site, mayWrite }: { site: Site; mayWrite: boolean }) => (
  <section aria-labelledby="measured" className="mt-14 border-t border-line pt-8">
    <h2 id="measured" className="mb-4 text-xl">
      {texts.title}
    </h2>
    <Snippet snippet={site.snippet} />
    <dl className="my-6 grid gap-x-8 gap-y-1 sm:grid-cols-[auto_1fr]">
      <dt className="text-soft">{texts.lastSeen}</dt>
      <dd className="font-medium">{site.last_seen_at ? <Moment at={site.last_seen_at} /> : texts.never}</dd>
    </dl>
    {mayWrite ? (
      <>
        <SettingsForm key={site.updated_at} site={site} />
        <SiteActions site={site} />
      </>
    ) : (
      <p className="text-soft">{texts.readOnly}</p>
    )}
  </section>
);
