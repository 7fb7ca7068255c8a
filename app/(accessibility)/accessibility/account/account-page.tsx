"use client";

import { useQuery } from "@tanstack/react-query";
import { LogOut } from "lucide-react";
import { signOutHere } from "@/app/_client/session";
import { setShortcuts, useShortcutsOn } from "@/app/_client/shortcuts";
import { useTRPC } from "@/app/_client/trpc";
import { shell as texts } from "@/app/_texts/shell";
import { Button } from "@/app/_ui/button";
import { Checkbox } from "@/app/_ui/choices";
import { DocumentTitle, PageHeading } from "@/app/_ui/page-heading";
import { FailedState, Skeleton } from "@/app/_ui/states";
import { ThemeSwitch } from "@/app/_ui/theme-switch";

export const AccountPage = () => {
  const trpc = useTRPC();
  const me = useQuery(trpc.users.me.queryOptions({}));
  const shortcutsOn = useShortcutsOn();
  return (
    <div className="max-w-xl">
      <DocumentTitle parts={[texts.account]} />
      <PageHeading lead={texts.accountLead}>{texts.account}</PageHeading>
      {me.isError ? <FailedState error={me.error} onRetry={() => me.refetch()} /> : null}
      {me.isPending ? <Skeleton heights={[120]} /> : null}
      {me.data ? (
        <dl className="card grid gap-x-8 gap-y-1 p-5 sm:grid-cols-[auto_1fr]">
          <dt className="text-soft">{texts.name}</dt>
          <dd className="break-words font-medium">{me.data.name}</dd>
          <dt className="mt-2 text-soft sm:mt-0">{texts.email}</dt>
          <dd className="wrap-anywhere font-medium">{me.data.email}</dd>
          <dt className="mt-2 text-soft sm:mt-0">{texts.organisation}</dt>
          <dd className="break-words font-medium">{me.data.organisation.name}</dd>
        </dl>
      ) : null}
      <section aria-labelledby="look" className="mt-8">
        <h2 id="look" className="mb-3 text-lg">
          {texts.look}
        </h2>
        <ThemeSwitch />
      </section>
      <section aria-labelledby="keys" className="mt-8">
        <h2 id="keys" className="text-lg">
          {texts.keys}
        </h2>
        <p className="mt-1 text-soft">{texts.keysHint}</p>
        <Checkbox isSelected={shortcutsOn} onChange={setShortcuts}>
          {texts.keysOn}
        </Checkbox>
      </section>
      <div className="mt-10 border-t border-line pt-6">
        <Button onPress={() => signOutHere()} icon={<LogOut className="size-5" aria-hidden="true" />}>
          {texts.signOut}
        </Button>
      </div>
    </div>
  );
};
