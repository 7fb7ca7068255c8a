"use client";

import { useMutation } from "@tanstack/react-query";
import { openPage } from "@/app/_client/session";
import { useTRPC } from "@/app/_client/trpc";
import { Button } from "@/app/_ui/button";
import { Form, FormProblem } from "@/app/_ui/form";
import { site } from "@/messages/texts/site";
import { isUsedUp } from "../_parts/dead-link";
import { useChosenAccount } from "./choose-account";
import { CodeForm } from "./code-form";

const { verify: texts } = site;

/** Requires a click: email scanners open links too, and must not confirm email addresses. */
export const LinkForm = ({ token }: { token: string }) => {
  const trpc = useTRPC();
  const verify = useMutation(trpc.users.verifyByLink.mutationOptions());

  const account = useChosenAccount();

  const send = async (values: Record<string, string>) => {
    try {
      await verify.mutateAsync({ token, ...account.read(values) });
    } catch (error) {
      throw isUsedUp(error) ? new FormProblem(texts.linkExpired) : account.explain(error);
    }
    openPage("/sign-in?confirmed=1");
  };

  return (
    <>
      <Form label={texts.title} check={account.check} onSend={send}>
        {account.fields}
        <Button type="submit" variant="primary" block isPending={verify.isPending}>
          {texts.linkSubmit}
        </Button>
      </Form>
      {isUsedUp(verify.error) ? (
        <div className="mt-8">
          <CodeForm email={undefined} />
        </div>
      ) : null}
    </>
  );
};
