"use client";

import { useMutation } from "@tanstack/react-query";
import { WandSparkles } from "lucide-react";
import { useMe } from "@/app/_client/organisations";
import { readProblem } from "@/app/_client/problem";
import { type Outputs, useTRPC } from "@/app/_client/trpc";
import { announce } from "@/app/_ui/announcer";
import { Button } from "@/app/_ui/button";
import { fixes as texts } from "@/messages/texts/fixes";
import { FixElsewhere, resultTextOf } from "./fix-elsewhere";
import { outcomeTextOf, SuggestedFix } from "./suggested-fix";

type Finding = Outputs["results"]["issues"]["items"][number];

/** Requests a fix for one element and shows it instead of the button. */
export const SuggestFix = ({ finding, position }: { finding: Finding; position: number }) => {
  const trpc = useTRPC();
  const { may } = useMe();
  const { rule_id, html, page_url } = finding;
  const input = { rule_id, html, page_url, selector: finding.selector.slice(0, 2_000) };
  const elsewhere = useMutation(
    trpc.solutions.createForComponent.mutationOptions({
      onSuccess: ({ component }) => {
        if (!component) announce(texts.notTried);
        // If there are no other pages, the result is immediate. Announcing it would interrupt the announcement of the
        // fix.
        else if (component.pages > 1) announce(resultTextOf(component));
      },
      onError: () => announce(texts.notTried),
    }),
  );
  const create = useMutation(
    trpc.solutions.create.mutationOptions({
      onSuccess: (solution) => {
        announce(texts.ready({ outcome: outcomeTextOf(solution, rule_id) }));
        if (finding.component && solution.verified_in === "page") elsewhere.mutate(input);
      },
    }),
  );
  if (finding.outcome !== "violation" || html === "" || !may("solutions.create")) return null;
  if (create.data)
    return (
      <SuggestedFix solution={create.data} rule_id={rule_id} position={position}>
        {finding.component && create.data.verified_in === "page" ? (
          <FixElsewhere
            component={elsewhere.data?.component ?? create.data.component}
            isPending={elsewhere.isPending}
            problem={elsewhere.isError ? readProblem(elsewhere.error).message : null}
          />
        ) : null}
      </SuggestedFix>
    );
  return (
    <div className="mt-4">
      <Button
        aria-label={texts.suggestFor({ position })}
        isPending={create.isPending}
        onPress={() => create.mutate(input)}
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
