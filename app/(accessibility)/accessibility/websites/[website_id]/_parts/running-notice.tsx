"use client";

import { LoaderCircle } from "lucide-react";
import type { Outputs } from "@/app/_client/trpc";
import { ButtonLink } from "@/app/_ui/button";
import { audits } from "@/messages/texts/audits";
import { stageOf, useProgress } from "../../../audits/[audit_id]/_parts/use-progress";

const { live: texts } = audits;

type Audit = Outputs["audits"]["list"]["items"][number];

/** The progress of a running audit, with a link to the audit. */
export const RunningNotice = ({ audit }: { audit: Audit }) => {
  const now = useProgress(audit.website_id, audit.id) ?? audit;
  const { pages_done, pages_failed, pages_total } = now;
  return (
    <section
      aria-label={texts.bar}
      className="mb-6 flex flex-wrap items-center justify-between gap-4 rounded-md border border-accent bg-accent-tint p-4"
    >
      <p className="flex items-center gap-3 tabular-nums">
        <LoaderCircle className="size-5 shrink-0 text-accent motion-safe:animate-spin" aria-hidden="true" />
        <span>
          <strong className="font-semibold">{stageOf(now)}</strong>
          {pages_total > 0 ? ` · ${texts.done({ done: pages_done + pages_failed, total: pages_total })}` : null}
        </span>
      </p>
      <ButtonLink href={`/accessibility/audits/${audit.id}`}>{texts.watch}</ButtonLink>
    </section>
  );
};
