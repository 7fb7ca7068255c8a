"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { checkNewPassword } from "@/app/_client/checks";
import { withQuery } from "@/app/_client/search-params";
import { openPage } from "@/app/_client/session";
import { type Outputs, useTRPC } from "@/app/_client/trpc";
import { Button } from "@/app/_ui/button";
import { Form, FormProblem } from "@/app/_ui/form";
import { FailedState, Skeleton } from "@/app/_ui/states";
import { PasswordField } from "@/app/_ui/text-field";
import { TextLink } from "@/app/_ui/text-link";
import { account } from "@/messages/texts/account";
import { site } from "@/messages/texts/site";
import { AddedList } from "../_parts/added-list";
import { DeadLink, isDeadLink, isUsedUp } from "../_parts/dead-link";

const { reset: texts } = account;

/** Shown only after the list of what the reset removes has loaded, so that users see it before they submit. */
export const ResetForm = ({ token }: { token: string }) => {
  const trpc = useTRPC();
  const pending = useQuery({ ...trpc.auth.pendingReset.queryOptions({ token }), retry: false });
  if (pending.isPending) return <Skeleton heights={[78, 44]} />;
  if (pending.isError && !isDeadLink(pending.error))
    return <FailedState error={pending.error} onRetry={() => pending.refetch()} />;
  if (pending.isError) return <DeadLink text={texts.expired} action={texts.again} href="/forgot-password" />;
  return <NewPassword token={token} added={pending.data.added} />;
};

type Added = Outputs["auth"]["pendingReset"]["added"];

const NewPassword = ({ token, added }: { token: string; added: Added }) => {
  const trpc = useTRPC();
  const reset = useMutation(trpc.auth.resetPassword.mutationOptions());
  const [kept, setKept] = useState<string[]>([]);

  const send = async ({ password = "" }: Record<string, string>) => {
    try {
      const { email } = await reset.mutateAsync({ token, password, keep: kept });
      openPage(withQuery("/sign-in", { changed: "1", email }));
    } catch (error) {
      throw isUsedUp(error) ? new FormProblem(texts.expired) : error;
    }
  };

  return (
    <>
      <Form label={texts.title} check={({ password = "" }) => checkNewPassword(password)} onSend={send}>
        <PasswordField
          name="password"
          label={texts.password}
          hint={site.signUp.passwordHint}
          autoComplete="new-password"
          isRequired
        />
        <AddedList added={added} kept={kept} onChange={setKept} />
        <Button type="submit" variant="primary" block isPending={reset.isPending}>
          {texts.submit}
        </Button>
      </Form>
      <p className="mt-6">
        <TextLink href="/forgot-password">{texts.again}</TextLink>
      </p>
    </>
  );
};
