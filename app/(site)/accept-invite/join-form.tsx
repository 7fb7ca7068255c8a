"use client";

import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { readProblem } from "@/app/_client/problem";
import { withQuery } from "@/app/_client/search-params";
import { home, openPage, signInByPassword } from "@/app/_client/session";
import { type Outputs, useTRPC } from "@/app/_client/trpc";
import { announce } from "@/app/_ui/announcer";
import { Button, ButtonLink } from "@/app/_ui/button";
import { Form, FormProblem } from "@/app/_ui/form";
import { account } from "@/messages/texts/account";
import { checkNewAccount, NameField, NewPasswordField } from "../_parts/new-account";

const { invite: texts } = account;

type Props = { token: string; invite: Outputs["users"]["pendingInvite"]; isSignedIn: boolean };

/** A new user is signed in, a signed-in user switches to the organisation, and anyone else is asked to sign in. */
export const JoinForm = ({ token, invite, isSignedIn }: Props) => {
  const trpc = useTRPC();
  const accept = useMutation(trpc.users.acceptInvite.mutationOptions());
  const activate = useMutation(trpc.organisations.activate.mutationOptions());
  const [joined, setJoined] = useState(false);
  const { email, organisation, has_account } = invite;

  const goOn = async (organisationId: string, password: string | undefined) => {
    if (password && (await signInByPassword(email, password).catch(() => "internal")) === null) return openPage(home);
    if (isSignedIn) {
      await activate.mutateAsync({ id: organisationId });
      return openPage(home);
    }
    setJoined(true);
    announce(texts.joined({ organisation }));
  };

  const send = async ({ name = "", password }: Record<string, string>) => {
    try {
      const fields = has_account || !password ? {} : { name: name.trim(), password };
      const accepted = await accept.mutateAsync({ token, ...fields });
      await goOn(accepted.organisation.id, fields.password);
    } catch (error) {
      throw readProblem(error).code === "expired" ? new FormProblem(texts.expired) : error;
    }
  };

  if (joined)
    return (
      <div className="card flex flex-col items-start gap-4 p-6">
        <p className="break-words font-semibold">{texts.joined({ organisation })}</p>
        <ButtonLink variant="primary" href={withQuery("/sign-in", { email })}>
          {texts.signIn}
        </ButtonLink>
      </div>
    );
  return (
    <Form label={texts.title({ organisation })} {...(has_account ? {} : { check: checkNewAccount })} onSend={send}>
      {has_account ? null : (
        <>
          <p className="text-soft">{texts.newAccount}</p>
          <NameField />
          <NewPasswordField />
        </>
      )}
      <Button type="submit" variant="primary" block isPending={accept.isPending || activate.isPending}>
        {has_account ? texts.submit : texts.submitNew}
      </Button>
    </Form>
  );
};
