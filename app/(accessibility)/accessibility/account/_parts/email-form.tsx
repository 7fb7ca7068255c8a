"use client";

import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { checkEmail } from "@/app/_client/checks";
import { useTRPC } from "@/app/_client/trpc";
import { announce } from "@/app/_ui/announcer";
import { Button } from "@/app/_ui/button";
import { Form } from "@/app/_ui/form";
import { PasswordField, TextField } from "@/app/_ui/text-field";
import { account } from "@/messages/texts/account";
import { explainSignIn } from "./explain";

const { page: texts } = account;

type Props = { email: string; hasPassword: boolean };

export const EmailForm = ({ email, hasPassword }: Props) => {
  const trpc = useTRPC();
  const change = useMutation(trpc.account.changeEmail.mutationOptions());
  const [sentTo, setSentTo] = useState<string | null>(null);

  const check = ({ email: wanted = "", email_password = "" }: Record<string, string>) => ({
    ...checkEmail(wanted),
    ...(hasPassword && email_password === "" ? { email_password: texts.presentMissing } : {}),
  });
  const send = async ({ email: wanted = "", email_password }: Record<string, string>) => {
    try {
      await change.mutateAsync({ email: wanted.trim(), ...(email_password ? { password: email_password } : {}) });
    } catch (error) {
      throw explainSignIn(error);
    }
    setSentTo(wanted.trim());
    announce(texts.emailSent({ email: wanted.trim() }));
  };

  return (
    <>
      <p className="mb-5">
        {texts.emailNow} <strong className="wrap-anywhere">{email}</strong>.
      </p>
      {sentTo ? <p className="wrap-anywhere mb-5 font-semibold">{texts.emailSent({ email: sentTo })}</p> : null}
      <Form label={texts.email} check={check} onSend={send}>
        <TextField name="email" label={texts.newEmail} type="email" autoComplete="email" isRequired />
        {hasPassword ? (
          <PasswordField
            name="email_password"
            label={texts.presentPassword}
            autoComplete="current-password"
            isRequired
          />
        ) : null}
        <div>
          <Button type="submit" isPending={change.isPending}>
            {texts.changeEmail}
          </Button>
        </div>
      </Form>
    </>
  );
};
