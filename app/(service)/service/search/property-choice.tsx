"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { readProblem } from "@/app/_client/problem";
import { type Outputs, useTRPC, useTRPCClient } from "@/app/_client/trpc";
import { SelectField } from "@/app/_ui/select-field";
import { notify } from "@/app/_ui/toasts";
import { searchPerf as texts } from "@/messages/texts/search-perf";
import { readAll } from "./read-all";

type Property = Outputs["searchPerf"]["properties"]["items"][number];

/** Maximum number of pages to load: enough for as many properties as Google allows per account. */
const mostPages = 10;

const useProperties = (website_id: string) => {
  const trpc = useTRPC();
  const client = useTRPCClient();
  return useQuery({
    queryKey: [...trpc.searchPerf.properties.pathKey(), website_id],
    queryFn: () => readAll((at) => client.searchPerf.properties.query({ website_id, limit: 100, ...at }), mostPages),
    staleTime: 60_000,
  });
};

const hintOf = ({ kind, suggested }: Property): string => {
  const reach = kind === "domain" ? texts.domain : texts.prefix;
  return suggested ? `${reach} · ${texts.suggested}` : reach;
};

/** A field to choose the website's Search Console property; read-only for users without permission to choose it. */
export const PropertyChoice = ({ website_id, mayChoose }: { website_id: string; mayChoose: boolean }) => {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const properties = useProperties(website_id);
  const choose = useMutation(
    trpc.searchPerf.chooseProperty.mutationOptions({
      onSuccess: async ({ property }) => {
        notify(texts.chosen({ property }));
        await queryClient.invalidateQueries(trpc.searchPerf.pathFilter());
      },
    }),
  );
  const all = properties.data ?? [];
  const chosen = all.find((one) => one.chosen) ?? all.find((one) => one.suggested);
  return (
    <div className="min-w-0">
      <SelectField
        label={texts.property}
        placeholder={texts.propertyPlaceholder}
        options={all.map((one) => ({ id: one.property, label: one.property, hint: hintOf(one) }))}
        value={chosen?.property ?? null}
        isDisabled={!mayChoose || all.length === 0}
        onChange={(property) => choose.mutate({ website_id, property })}
      />
      {choose.isError ? (
        <p role="alert" className="mt-2 text-sm font-semibold text-critical">
          {readProblem(choose.error).message}
        </p>
      ) : null}
    </div>
  );
};
