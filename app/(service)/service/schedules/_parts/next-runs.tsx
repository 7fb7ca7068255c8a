"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { readProblem } from "@/app/_client/problem";
import { useTRPC } from "@/app/_client/trpc";
import { useSettled } from "@/app/_client/use-settled";
import { schedules } from "@/messages/texts/schedules";
import { type TimingFields, toTiming } from "./timing";
import { ZoneMoment } from "./zone-moment";

const { form: texts } = schedules;

const usePreview = (fields: TimingFields) => {
  const trpc = useTRPC();
  const settled = JSON.parse(useSettled(JSON.stringify(fields))) as TimingFields;
  const timing = toTiming(settled);
  return useQuery(
    trpc.schedules.preview.queryOptions(timing ?? { frequency: "daily", time_zone: "UTC" }, {
      enabled: timing !== null,
      placeholderData: keepPreviousData,
    }),
  );
};

/** A preview of the next runs while the form is being filled in. */
export const NextRuns = ({ fields }: { fields: TimingFields }) => {
  const preview = usePreview(fields);
  const problem = preview.isError ? readProblem(preview.error) : null;
  const runs = toTiming(fields) && !problem ? (preview.data?.next_runs ?? []) : [];
  return (
    <section aria-labelledby="next-runs" className="card p-5">
      <h2 id="next-runs" className="text-lg">
        {texts.next}
      </h2>
      {runs.length > 0 ? (
        <>
          <ol className="mt-2 flex flex-col gap-1 tabular-nums">
            {runs.map((at) => (
              <li key={at}>
                <ZoneMoment at={at} zone={fields.time_zone} />
              </li>
            ))}
          </ol>
          <p className="mt-3 text-sm text-soft">{texts.nextLead({ zone: fields.time_zone })}</p>
        </>
      ) : (
        <p className="mt-2 text-soft">{problem?.fields[0]?.message ?? problem?.message ?? texts.nextNone}</p>
      )}
    </section>
  );
};
