"use client";

import { useMutation } from "@tanstack/react-query";
import { checkNewPassword } from "@/app/_client/checks";
import { readProblem } from "@/app/_client/problem";
import { withQuery } from "@/app/_client/search-params";
import { openPage } from "@/app/_client/session";
import { useTRPC } from "@/app/_client/trpc";
import { account } from "@/app/_texts/account";
import { site } from "@/app/_texts/site";
import { Button } from "@/app/_ui/button";
import { Form, FormProblem } from "@/app/_ui/form";
import { PasswordField } from "@/app/_ui/text-field";
import { TextLink } from "@/app/_ui/text-link";

const { reset: texts } = account;

export const ResetForm = ({ token }: { token: string }) => {
  const trpc = useTRPC();
  const reset = useMutation(trpc.auth.resetPassword.mutationOptions());

  const send = async ({ password = "" }: Record<string, string>) => {
    try {
      const { email } = await reset.mutateAsync({ token, password });
      openPage(withQuery("/sign-in", { changed: "1", email }));
    } catch (error) {
      const { code } = readProblem(error);
      throw code === "expired" || code === "invalid_code" ? new FormProblem(texts.expired) : error;
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
