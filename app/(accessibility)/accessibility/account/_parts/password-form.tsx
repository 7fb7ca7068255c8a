"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { checkNewPassword } from "@/app/_client/checks";
import { useTRPC } from "@/app/_client/trpc";
import { Button } from "@/app/_ui/button";
import { Form } from "@/app/_ui/form";
import { PasswordField } from "@/app/_ui/text-field";
import { notify } from "@/app/_ui/toasts";
import { account } from "@/messages/texts/account";
import { explainSignIn } from "./explain";

const { page: texts } = account;

export const PasswordForm = ({ hasPassword }: { hasPassword: boolean }) => {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const change = useMutation(trpc.account.changePassword.mutationOptions());
  const [round, setRound] = useState(0);

  const check = ({ current_password, password = "" }: Record<string, string>) => ({
    ...(current_password === "" ? { current_password: texts.presentMissing } : {}),
    ...checkNewPassword(password),
  });
  const send = async ({ current_password, password = "" }: Record<string, string>) => {
    try {
      await change.mutateAsync({ password, ...(current_password ? { current_password } : {}) });
    } catch (error) {
      throw explainSignIn(error);
    }
    setRound(round + 1);
    notify(texts.passwordChanged);
    await queryClient.invalidateQueries(trpc.account.pathFilter());
  };

  return (
    <>
      {hasPassword ? null : <p className="mb-5 text-soft">{texts.noPassword}</p>}
      <Form key={round} label={texts.password} check={check} onSend={send}>
        {hasPassword ? (
          <PasswordField
            name="current_password"
            label={texts.presentPassword}
            autoComplete="current-password"
            isRequired
          />
        ) : null}
        <PasswordField
          name="password"
          label={texts.newPassword}
          hint={texts.passwordHint}
          autoComplete="new-password"
          isRequired
        />
        <div>
          <Button type="submit" isPending={change.isPending}>
            {hasPassword ? texts.changePassword : texts.setPassword}
          </Button>
        </div>
      </Form>
    </>
  );
};
