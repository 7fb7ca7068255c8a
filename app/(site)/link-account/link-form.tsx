"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { readProblem } from "@/app/_client/problem";
import { withQuery } from "@/app/_client/search-params";
import { openPage, safePath, signInByPassword } from "@/app/_client/session";
import { type Outputs, useTRPC } from "@/app/_client/trpc";
import { announce } from "@/app/_ui/announcer";
import { Button } from "@/app/_ui/button";
import { Form, FormProblem } from "@/app/_ui/form";
import { providerNames } from "@/app/_ui/provider-names";
import { FailedState, Skeleton } from "@/app/_ui/states";
import { PasswordField } from "@/app/_ui/text-field";
import { account } from "@/messages/texts/account";
import { DeadLink, isDeadLink, isUsedUp } from "../_parts/dead-link";

const { link: texts } = account;

type Pending = Outputs["auth"]["pendingLink"];

export const LinkForm = ({ token }: { token: string }) => {
  const trpc = useTRPC();
  const pending = useQuery(trpc.auth.pendingLink.queryOptions({ token }));
  if (pending.isPending) return <Skeleton heights={[78, 70, 44]} />;
  if (pending.isError && !isDeadLink(pending.error))
    return <FailedState error={pending.error} onRetry={() => pending.refetch()} />;
  if (pending.isError) return <DeadLink text={texts.expired} action={texts.back} href="/sign-in" />;
  const provider = providerNames[pending.data.provider];
  const lead = pending.data.confirmation === "press" ? texts.press : texts.lead;
  return (
    <>
      <p className="wrap-anywhere mb-6 text-soft">{lead({ provider, email: pending.data.email })}</p>
      {pending.data.confirmation === "mail" ? null : <Confirm token={token} link={pending.data} />}
      {pending.data.confirmation === "press" ? null : <ConfirmByEmail token={token} link={pending.data} />}
    </>
  );
};

type PartProps = { token: string; link: Pending };

const check = ({ password }: Record<string, string>): Record<string, string> =>
  password === "" ? { password: texts.passwordMissing } : {};

const Confirm = ({ token, link: { provider, email, confirmation } }: PartProps) => {
  const trpc = useTRPC();
  const link = useMutation(trpc.auth.linkIdentity.mutationOptions());
  const byPassword = confirmation === "password";

  const send = async ({ password }: Record<string, string>) => {
    try {
      await link.mutateAsync({ token, ...(password ? { password } : {}) });
    } catch (error) {
      throw isUsedUp(error) ? new FormProblem(texts.expired) : error;
    }
    const failure = password ? await signInByPassword(email, password).catch(() => "internal") : "by provider";
    openPage(failure === null ? safePath(undefined) : withQuery("/sign-in", { linked: provider }));
  };

  return (
    <Form label={texts.title} check={check} onSend={send}>
      {byPassword ? (
        <PasswordField name="password" label={texts.password} autoComplete="current-password" isRequired />
      ) : null}
      <Button type="submit" variant="primary" block isPending={link.isPending}>
        {byPassword
          ? texts.submit({ provider: providerNames[provider] })
          : texts.pressSubmit({ provider: providerNames[provider] })}
      </Button>
    </Form>
  );
};

const ConfirmByEmail = ({ token, link: { email, confirmation } }: PartProps) => {
  const trpc = useTRPC();
  const sendLink = useMutation(
    trpc.auth.sendConfirmationLink.mutationOptions({ onSuccess: () => announce(texts.emailed({ email })) }),
  );
  const only = confirmation === "mail";
  return (
    <div className="mt-4 flex flex-col gap-3">
      {only ? <p>{texts.noPassword}</p> : null}
      {sendLink.isSuccess ? (
        <p className="wrap-anywhere font-semibold">{texts.emailed({ email })}</p>
      ) : (
        <Button
          block
          variant={only ? "primary" : "secondary"}
          isPending={sendLink.isPending}
          onPress={() => sendLink.mutate({ token })}
        >
          {only ? texts.emailOnly : texts.email}
        </Button>
      )}
      {sendLink.isError ? (
        <p role="alert" className="font-semibold text-critical">
          {isUsedUp(sendLink.error) ? texts.expired : readProblem(sendLink.error).message}
        </p>
      ) : null}
    </div>
  );
};
