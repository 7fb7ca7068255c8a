"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useMe } from "@/app/_client/organisations";
import { conflictingId, readProblem } from "@/app/_client/problem";
import { useTRPC } from "@/app/_client/trpc";
import { Button } from "@/app/_ui/button";
import { audits } from "@/messages/texts/audits";

type Props = { website_id: string; label?: string; variant?: "primary" | "secondary" };

/** Starts an audit with the website's settings and opens it, or opens the running audit if there is one. */
export const ScanAgain = ({ website_id, label = audits.again, variant = "primary" }: Props) => {
  const trpc = useTRPC();
  const { may } = useMe();
  const router = useRouter();
  const queryClient = useQueryClient();
  const open = (id: string) => router.push(`/accessibility/audits/${id}`);
  const start = useMutation(
    trpc.audits.start.mutationOptions({
      onSuccess: ({ id }) => {
        queryClient.invalidateQueries(trpc.audits.pathFilter());
        open(id);
      },
      onError: (error) => {
        const running = conflictingId(error, "audit_id");
        if (running) open(running);
      },
    }),
  );
  if (!may("scans.run")) return null;
  const failed = start.isError && !conflictingId(start.error, "audit_id");
  return (
    <div>
      <Button variant={variant} isPending={start.isPending} onPress={() => start.mutate({ website_id })}>
        {label}
      </Button>
      {failed ? (
        <p role="alert" className="mt-2 font-semibold text-critical">
          {readProblem(start.error).message}
        </p>
      ) : null}
    </div>
  );
};
