"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { withQuery } from "@/app/_client/search-params";
import { openPage } from "@/app/_client/session";
import { type Outputs, useTRPC } from "@/app/_client/trpc";
import { Button } from "@/app/_ui/button";
import { Form } from "@/app/_ui/form";
import { providerNames } from "@/app/_ui/provider-names";
import { FailedState, Skeleton } from "@/app/_ui/states";
import { account } from "@/messages/texts/account";
import { AddedList } from "../_parts/added-list";
import { DeadLink, isDeadLink } from "../_parts/dead-link";

const { secure: texts } = account;

export const Expired = () => <DeadLink text={texts.expired} action={texts.reset} href="/forgot-password" />;

export const SecureForm = ({ token }: { token: string }) => {
  const trpc = useTRPC();
  const securing = useQuery({ ...trpc.recovery.show.queryOptions({ token }), retry: false });
  if (securing.isPending) return <Skeleton heights={[78, 120, 44]} />;
  if (securing.isError && !isDeadLink(securing.error))
    return <FailedState error={securing.error} onRetry={() => securing.refetch()} />;
  if (securing.isError) return <Expired />;
  return <Confirm token={token} securing={securing.data} />;
};

type Securing = Outputs["recovery"]["show"];

const undoText = ({ change, provider, relinks }: Securing): string => {
  const name = providerNames[provider as keyof typeof providerNames] ?? provider ?? "";
  if (change === "identity_linked") return texts.undo.identity_linked({ provider: name });
  if (change !== "identity_removed") return texts.undo[change];
  return relinks ? texts.undo.identity_removed({ provider: name }) : texts.undo.identity_unlinked;
};

/** Requires a click, because email scanners open links too. */
const Confirm = ({ token, securing }: { token: string; securing: Securing }) => {
  const trpc = useTRPC();
  const secure = useMutation(trpc.recovery.secure.mutationOptions());
  const [kept, setKept] = useState<string[]>([]);

  const send = async () => {
    const { reset_token } = await secure.mutateAsync({ token, keep: kept });
    openPage(withQuery("/reset-password", { token: reset_token }));
  };

  return (
    <>
      <p className="wrap-anywhere mb-4 text-soft">{texts.lead({ email: securing.email })}</p>
      <p className="mb-1 font-semibold">{texts.does}</p>
      <ul className="mb-4 list-disc space-y-1 ps-5">
        <li>{undoText(securing)}</li>
        <li>{texts.signOut}</li>
      </ul>
      <p className="mb-6">{texts.after}</p>
      <Form label={texts.title} onSend={send}>
        <AddedList added={securing.added} kept={kept} onChange={setKept} />
        <Button type="submit" variant="primary" block isPending={secure.isPending || secure.isSuccess}>
          {texts.submit}
        </Button>
      </Form>
    </>
  );
};
