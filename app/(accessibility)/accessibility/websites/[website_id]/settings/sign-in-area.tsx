"use client";

import { useQuery } from "@tanstack/react-query";
import { RefreshCw } from "lucide-react";
import { type ReactNode, useState } from "react";
import { useTRPC, useTRPCClient } from "@/app/_client/trpc";
import { Button } from "@/app/_ui/button";
import { Moment } from "@/app/_ui/moment";
import { FailedState } from "@/app/_ui/states";
import { websites } from "@/messages/texts/websites";
import { DeletePart } from "./delete-part";
import { type SignIn, SignInForm } from "./sign-in-form";
import { SignInTrial } from "./sign-in-trial";

const { signIn: texts } = websites;

type Website = { id: string; url: string };

export const useSignIn = (website_id: string) => {
  const trpc = useTRPC();
  return useQuery(trpc.websiteSignIns.get.queryOptions({ id: website_id }));
};

/** How audits of a website sign in. */
export const SignInArea = ({ website }: { website: Website }) => {
  const query = useSignIn(website.id);
  return (
    <section aria-labelledby="sign-in" className="mt-12 border-t border-line pt-8">
      <h2 id="sign-in" className="text-lg">
        {texts.title}
      </h2>
      <p className="mt-1 mb-4 text-soft">{texts.lead}</p>
      {query.isError ? <FailedState error={query.error} onRetry={() => query.refetch()} /> : null}
      {query.data ? <SignInOf key={website.id} website={website} signIn={query.data.sign_in} /> : null}
    </section>
  );
};

const SignInOf = ({ website, signIn }: { website: Website; signIn: SignIn | null }) => {
  const [isReplacing, setReplacing] = useState(false);
  if (!signIn) return <SignInForm website={website} signIn={null} />;
  if (isReplacing) return <SignInForm website={website} signIn={signIn} onDone={() => setReplacing(false)} />;
  return (
    <div className="flex flex-col gap-6">
      <div className="card p-5">
        <SignInDetails signIn={signIn} />
        <p className="mt-4 text-sm text-soft">{texts.secretsKept}</p>
        <div className="mt-4 flex flex-wrap gap-3">
          <Button
            onPress={() => setReplacing(true)}
            icon={<RefreshCw className="size-5 shrink-0" aria-hidden="true" />}
          >
            {texts.replace}
          </Button>
          <DeleteSignIn website_id={website.id} />
        </div>
      </div>
      <SignInTrial website_id={website.id} />
    </div>
  );
};

const Detail = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt className="text-sm text-soft">{name}</dt>
    <dd className="wrap-anywhere">{children}</dd>
  </div>
);

const SignInDetails = ({ signIn }: { signIn: SignIn }) => {
  const { kind, user_name, url, names, origins, has_totp, signed_in, tried_at, tried_outcome } = signIn;
  const outcome = tried_outcome === "signed_in" ? texts.outcomes.signed_in : texts.outcomes.failed;
  return (
    <dl className="grid gap-x-6 gap-y-3 sm:grid-cols-2">
      <Detail name={texts.kind}>{texts.kinds[kind]}</Detail>
      {user_name ? <Detail name={texts.userName}>{user_name}</Detail> : null}
      {url ? <Detail name={texts.url}>{url}</Detail> : null}
      {names.length > 0 ? <Detail name={texts.names}>{names.join(", ")}</Detail> : null}
      <Detail name={texts.origins}>{origins.join(", ")}</Detail>
      {has_totp ? <Detail name={texts.code}>{texts.codeYes}</Detail> : null}
      {signed_in.url ? <Detail name={texts.signedInUrl}>{signed_in.url}</Detail> : null}
      {signed_in.text ? <Detail name={texts.signedInText}>{signed_in.text}</Detail> : null}
      <Detail name={texts.tried}>
        {tried_at ? texts.triedWith({ time: () => <Moment at={tried_at} />, outcome }) : texts.never}
      </Detail>
    </dl>
  );
};

const DeleteSignIn = ({ website_id }: { website_id: string }) => {
  const trpc = useTRPC();
  const client = useTRPCClient();
  const run = () => client.websiteSignIns.remove.mutate({ id: website_id });
  return <DeletePart texts={texts} run={run} filter={trpc.websiteSignIns.pathFilter()} />;
};
