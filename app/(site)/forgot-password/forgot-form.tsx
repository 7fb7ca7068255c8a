"use client";

import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { checkEmail } from "@/app/_client/checks";
import { useTRPC } from "@/app/_client/trpc";
import { announce } from "@/app/_ui/announcer";
import { Button } from "@/app/_ui/button";
import { Form } from "@/app/_ui/form";
import { TextField } from "@/app/_ui/text-field";
import { TextLink } from "@/app/_ui/text-link";
import { account } from "@/messages/texts/account";
import { site } from "@/messages/texts/site";

const { forgot: texts } = account;

/** Shows the same message for every email address, so as not to reveal whether it has an account. */
export const ForgotForm = () => {
  const trpc = useTRPC();
  const requestReset = useMutation(trpc.auth.forgotPassword.mutationOptions());
  const [sentTo, setSentTo] = useState<string | null>(null);

  const send = async ({ email = "" }: Record<string, string>) => {
    await requestReset.mutateAsync({ email: email.trim() });
    setSentTo(email.trim());
    announce(texts.sent({ email: email.trim() }));
  };

  return (
    <>
      {sentTo === null ? (
        <Form label={texts.title} check={({ email = "" }) => checkEmail(email)} onSend={send}>
          <TextField name="email" label={site.signUp.email} type="email" autoComplete="username" isRequired />
          <Button type="submit" variant="primary" block isPending={requestReset.isPending}>
            {texts.submit}
          </Button>
        </Form>
      ) : (
        <div className="card flex flex-col items-start gap-4 p-6">
          <p className="wrap-anywhere font-semibold">{texts.sent({ email: sentTo })}</p>
          <Button onPress={() => setSentTo(null)}>{texts.again}</Button>
        </div>
      )}
      <p className="mt-6">
        <TextLink href="/sign-in">{texts.back}</TextLink>
      </p>
    </>
  );
};
