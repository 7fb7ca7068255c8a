"use client";

import { useMutation } from "@tanstack/react-query";
import { readProblem } from "@/app/_client/problem";
import { withQuery } from "@/app/_client/search-params";
import { openPage } from "@/app/_client/session";
import { useTRPC } from "@/app/_client/trpc";
import { account } from "@/app/_texts/account";
import { Button } from "@/app/_ui/button";
import { Form, FormProblem } from "@/app/_ui/form";
import { TextLink } from "@/app/_ui/text-link";

const { confirmEmail: texts } = account;

/** Asks for a press: mail scanners open links too, and must not move accounts. */
export const ConfirmForm = ({ token }: { token: string }) => {
  const trpc = useTRPC();
  const confirm = useMutation(trpc.account.confirmEmail.mutationOptions());

  const send = async () => {
    try {
      const { email } = await confirm.mutateAsync({ token });
      openPage(withQuery("/sign-in", { moved: "1", email, next: "/accessibility/account" }));
    } catch (error) {
      const { code } = readProblem(error);
      throw ["expired", "invalid_code", "invalid_input"].includes(code) ? new FormProblem(texts.expired) : error;
    }
  };

  return (
    <>
      <Form label={texts.title} onSend={send}>
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
