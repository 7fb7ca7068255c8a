"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { readProblem } from "@/app/_client/problem";
import { type Outputs, useTRPC } from "@/app/_client/trpc";
import { Button } from "@/app/_ui/button";
import { Moment } from "@/app/_ui/moment";
import { providerNames } from "@/app/_ui/provider-names";
import { notify } from "@/app/_ui/toasts";
import { account } from "@/messages/texts/account";

const { page: texts } = account;

type Methods = Outputs["account"]["signInMethods"];

export const SignInMethods = ({ methods: { identities } }: { methods: Methods }) => {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const remove = useMutation(
    trpc.account.removeIdentity.mutationOptions({
      onSuccess: async (_, { provider }) => {
        notify(texts.removed({ provider: providerNames[provider] }));
        await queryClient.invalidateQueries(trpc.account.signInMethods.pathFilter());
      },
    }),
  );
  if (identities.length === 0) return <p className="text-soft">{texts.noMethods}</p>;
  return (
    <>
      <ul className="card divide-y divide-line">
        {identities.map(({ provider, subject, email, created_at, removable }) => (
          <li
            key={`${provider} ${subject}`}
            className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 p-4"
          >
            <div className="min-w-0">
              <p className="font-semibold">{providerNames[provider]}</p>
              <p className="wrap-anywhere">{email}</p>
              <p className="text-sm text-soft">{texts.linkedOn({ date: () => <Moment at={created_at} /> })}</p>
            </div>
            {removable ? (
              <Button
                aria-label={texts.removeMethod({ provider: providerNames[provider], email })}
                isPending={remove.isPending && remove.variables.subject === subject}
                onPress={() => remove.mutate({ provider, subject })}
              >
                {texts.remove}
              </Button>
            ) : (
              <p className="text-sm text-soft">{texts.lastMethod}</p>
            )}
          </li>
        ))}
      </ul>
      {remove.isError ? (
        <p role="alert" className="mt-3 font-semibold text-critical">
          {readProblem(remove.error).message}
        </p>
      ) : null}
    </>
  );
};
