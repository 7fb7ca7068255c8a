"use client";

import { useMutation } from "@tanstack/react-query";
import { WandSparkles } from "lucide-react";
import { useMe } from "@/app/_client/organisations";
import { readProblem } from "@/app/_client/problem";
import { type Outputs, useTRPC } from "@/app/_client/trpc";
import { announce } from "@/app/_ui/announcer";
import { Button } from "@/app/_ui/button";
import { fixes as texts } from "@/messages/texts/fixes";
import { outcomeTextOf, SuggestedFix } from "./suggested-fix";

type Finding = Outputs["results"]["issues"]["items"][number];

/** Requests a fix for one element and shows it instead of the button. */
export const SuggestFix = ({ finding, position }: { finding: Finding; position: number }) => {
  const trpc = useTRPC();
  const { may } = useMe();
  const { rule_id, html, page_url, selector } = finding;
  const create = useMutation(
    trpc.solutions.create.mutationOptions({
      onSuccess: (solution) => announce(texts.ready({ outcome: outcomeTextOf(solution, rule_id) })),
    }),
  );
  if (finding.outcome !== "violation" || html === "" || !may("solutions.create")) return null;
  if (create.data) return <SuggestedFix solution={create.data} rule_id={rule_id} position={position} />;
  return (
    <div className="mt-4">
      <Button
        aria-label={texts.suggestFor({ position })}
        isPending={create.isPending}
        onPress={() => create.mutate({ rule_id, html, page_url, selector: selector.slice(0, 2_000) })}
        icon={<WandSparkles className="size-5 shrink-0" aria-hidden="true" />}
      >
        {texts.suggest}
      </Button>
      {create.isPending ? <p className="mt-2 text-soft">{texts.working}</p> : null}
      {create.isError ? (
        <div role="alert" className="mt-3">
          <p className="font-semibold text-critical">
            {texts.failed} {readProblem(create.error).message}
          </p>
          <p>{texts.failedHint}</p>
        </div>
      ) : null}
    </div>
  );
};
