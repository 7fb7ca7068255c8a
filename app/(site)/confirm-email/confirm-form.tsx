"use client";

import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { readProblem } from "@/app/_client/problem";
import { withQuery } from "@/app/_client/search-params";
import { openPage } from "@/app/_client/session";
import { useTRPC } from "@/app/_client/trpc";
import { Button } from "@/app/_ui/button";
import { Form, FormProblem } from "@/app/_ui/form";
import { PasswordField } from "@/app/_ui/text-field";
import { TextLink } from "@/app/_ui/text-link";
import { account } from "@/messages/texts/account";
import { isDeadLink } from "../_parts/dead-link";

const { confirmEmail: texts } = account;

/** Requires a click: email scanners open links too, and must not change anyone's email address. */
export const ConfirmForm = ({ token }: { token: string }) => {
  const trpc = useTRPC();
  const confirm = useMutation(trpc.account.confirmEmail.mutationOptions());

  const [needsPassword, setNeedsPassword] = useState(false);

  const send = async ({ password }: Record<string, string>) => {
    try {
      const { email } = await confirm.mutateAsync({ token, ...(password ? { password } : {}) });
      openPage(withQuery("/sign-in", { moved: "1", email, next: "/accessibility/account" }));
    } catch (error) {
      throw explain(error);
    }
  };

  /** Asks for the password if the server requires it as proof that the account's owner made the request. */
  const explain = (error: unknown): unknown => {
    const { fields } = readProblem(error);
    const isPasswordMissing = fields.some(({ path }) => path === "password");
    if (isPasswordMissing) setNeedsPassword(true);
    if (isPasswordMissing) return needsPassword ? error : new FormProblem(texts.passwordNeeded);
    return isDeadLink(error) ? new FormProblem(texts.expired) : error;
  };

  return (
    <>
      <Form label={texts.title} onSend={send}>
        {needsPassword ? (
          <PasswordField name="password" label={texts.password} autoComplete="current-password" isRequired />
        ) : null}
        <Button type="submit" variant="primary" block isPending={confirm.isPending}>
          {texts.submit}
        </Button>
      </Form>
      <p className="mt-6">
        <TextLink href="/accessibility/account">{texts.back}</TextLink>
      </p>
    </>
  );
};
