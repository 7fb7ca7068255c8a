"use client";

import { useMutation } from "@tanstack/react-query";
import { readProblem } from "@/app/_client/problem";
import { openPage } from "@/app/_client/session";
import { useTRPC } from "@/app/_client/trpc";
import { site } from "@/app/_texts/site";
import { Button } from "@/app/_ui/button";
import { Form, FormProblem } from "@/app/_ui/form";
import { CodeForm } from "./code-form";

const { verify: texts } = site;

/** Asks for a press: mail scanners open links too, and must not confirm addresses. */
export const LinkForm = ({ token }: { token: string }) => {
  const trpc = useTRPC();
  const verify = useMutation(trpc.users.verifyByLink.mutationOptions());

  const send = async () => {
    try {
      await verify.mutateAsync({ token });
    } catch (error) {
      const { code, message } = readProblem(error);
      throw new FormProblem(code === "expired" || code === "invalid_code" ? texts.linkExpired : message);
    }
    openPage("/sign-in?confirmed=1");
  };

  return (
    <>
      <Form label={texts.title} onSend={send}>
        <Button type="submit" variant="primary" block isPending={verify.isPending}>
          {texts.linkSubmit}
        </Button>
      </Form>
      {verify.isError ? (
        <div className="mt-8">
          <CodeForm email={undefined} />
        </div>
      ) : null}
    </>
  );
};
