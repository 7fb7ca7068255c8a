"use client";

import { useMutation } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { checkEmail } from "@/app/_client/checks";
import { withQuery } from "@/app/_client/search-params";
import { rememberPassword } from "@/app/_client/session";
import { useTRPC } from "@/app/_client/trpc";
import { Button } from "@/app/_ui/button";
import { Form } from "@/app/_ui/form";
import { TextField } from "@/app/_ui/text-field";
import { TextLink } from "@/app/_ui/text-link";
import { site } from "@/messages/texts/site";
import { checkNewAccount, NameField, NewPasswordField } from "../_parts/new-account";

const { signUp: texts } = site;

const check = (values: Record<string, string>): Record<string, string> => ({
  ...checkNewAccount(values),
  ...checkEmail(values["email"] ?? ""),
});

export const SignUpForm = ({ next }: { next: string | undefined }) => {
  const router = useRouter();
  const trpc = useTRPC();
  const register = useMutation(trpc.users.register.mutationOptions());

  const send = async ({ name = "", email = "", password = "" }: Record<string, string>) => {
    const address = email.trim();
    await register.mutateAsync({ name: name.trim(), email: address, password });
    rememberPassword(address, password);
    router.push(withQuery("/verify-email", { email: address, next }));
  };

  return (
    <>
      <Form label={texts.title} check={check} onSend={send}>
        <NameField />
        <TextField name="email" label={texts.email} type="email" autoComplete="email" isRequired />
        <NewPasswordField />
        <Button type="submit" variant="primary" block isPending={register.isPending}>
          {texts.submit}
        </Button>
      </Form>
      <p className="mt-6">
        {texts.haveAccount} <TextLink href={withQuery("/sign-in", { next })}>{site.signIn}</TextLink>
      </p>
    </>
  );
};
