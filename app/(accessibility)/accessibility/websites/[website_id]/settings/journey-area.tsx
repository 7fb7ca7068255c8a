"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Pencil, Plus, Trash2 } from "lucide-react";
import { useState } from "react";
import { useTRPC, useTRPCClient } from "@/app/_client/trpc";
import { Button } from "@/app/_ui/button";
import { ConfirmButton } from "@/app/_ui/confirm-button";
import { FailedState } from "@/app/_ui/states";
import { notify } from "@/app/_ui/toasts";
import { formatList } from "@/messages/runtime/formats";
import { websites } from "@/messages/texts/websites";
import { type Journey, JourneyForm } from "./journey-form";
import { JourneyTrial } from "./journey-trial";

const { journeys: texts } = websites;

/** Higher than the maximum number of journeys for each website, so that one call lists them all. */
const listed = { limit: 25 };

export const useJourneys = (website_id: string) => {
  const trpc = useTRPC();
  return useQuery(trpc.websiteJourneys.list.queryOptions({ website_id, ...listed }));
};

/** The journeys that audits of the website run. */
export const JourneyArea = ({ website_id }: { website_id: string }) => {
  const query = useJourneys(website_id);
  return (
    <section aria-labelledby="journeys" className="mt-12 border-t border-line pt-8">
      <h2 id="journeys" className="text-lg">
        {texts.title}
      </h2>
      <p className="mt-1 mb-4 text-soft">{texts.lead}</p>
      {query.isError ? <FailedState error={query.error} onRetry={() => query.refetch()} /> : null}
      {query.data ? <JourneyList key={website_id} website_id={website_id} journeys={query.data.items} /> : null}
    </section>
  );
};

type Edited = { journey: Journey | null };

const JourneyList = ({ website_id, journeys }: { website_id: string; journeys: readonly Journey[] }) => {
  const [edited, setEdited] = useState<Edited | null>(null);
  if (edited) return <JourneyForm website_id={website_id} journey={edited.journey} onDone={() => setEdited(null)} />;
  return (
    <div className="flex flex-col gap-4">
      {journeys.length === 0 ? <p>{texts.empty}</p> : null}
      {journeys.length > 0 ? (
        <ul className="grid gap-4">
          {journeys.map((journey) => (
            <li key={journey.id} className="card p-5">
              <JourneyDetails journey={journey} />
              <JourneyButtons journey={journey} onEdit={() => setEdited({ journey })} />
            </li>
          ))}
        </ul>
      ) : null}
      <div>
        <Button
          onPress={() => setEdited({ journey: null })}
          icon={<Plus className="size-5 shrink-0" aria-hidden="true" />}
        >
          {texts.create}
        </Button>
      </div>
    </div>
  );
};

const JourneyDetails = ({ journey: { name, steps } }: { journey: Journey }) => {
  const pages = steps.flatMap((step) => (step.action === "scan" ? [step.name] : []));
  const allowed = steps.filter((step) => "allow" in step && step.allow !== undefined).length;
  return (
    <>
      <h3 className="wrap-anywhere font-semibold">{name}</h3>
      <p className="wrap-anywhere mt-1 text-soft">
        {texts.pages({ steps: steps.length, count: pages.length, names: formatList(pages) })}
      </p>
      {allowed > 0 ? <p className="mt-1">{texts.allowed({ count: allowed })}</p> : null}
    </>
  );
};

const JourneyButtons = ({ journey, onEdit }: { journey: Journey; onEdit: () => void }) => {
  const trpc = useTRPC();
  const client = useTRPCClient();
  const queryClient = useQueryClient();
  const { id, name, steps } = journey;
  return (
    <div className="mt-4">
      <JourneyTrial
        name={name}
        prepare={async () => ({
          ...{ name, steps },
          run: (confirmed) => client.websiteJourneys.attemptSaved.mutate({ id, confirmed }),
        })}
        // Someone else may have changed or deleted the journey.
        onFailed={() => queryClient.invalidateQueries(trpc.websiteJourneys.pathFilter())}
        before={
          <Button
            onPress={onEdit}
            aria-label={texts.edit({ name })}
            icon={<Pencil className="size-5 shrink-0" aria-hidden="true" />}
          >
            {texts.editShort}
          </Button>
        }
        after={<DeleteJourney journey={journey} />}
      />
    </div>
  );
};

const DeleteJourney = ({ journey: { id, name } }: { journey: Journey }) => {
  const trpc = useTRPC();
  const client = useTRPCClient();
  const queryClient = useQueryClient();
  return (
    <ConfirmButton
      label={texts.removeShort}
      aria-label={texts.remove({ name })}
      icon={<Trash2 className="size-5 shrink-0" aria-hidden="true" />}
      title={texts.removeAsk({ name })}
      lead={texts.removeLead}
      yes={texts.remove({ name })}
      no={texts.cancel}
      run={() => client.websiteJourneys.remove.mutate({ id })}
      onDone={async () => {
        await queryClient.invalidateQueries(trpc.websiteJourneys.pathFilter());
        notify(texts.removed({ name }));
      }}
    />
  );
};
