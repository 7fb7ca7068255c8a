"use client";

import { useQuery } from "@tanstack/react-query";
import { LogOut } from "lucide-react";
import type { ReactNode } from "react";
import { signOutHere } from "@/app/_client/session";
import { type Outputs, useTRPC } from "@/app/_client/trpc";
import { Button } from "@/app/_ui/button";
import { KeysList } from "@/app/_ui/keys-list";
import { LanguageChoice } from "@/app/_ui/language";
import { DocumentTitle, PageHeading } from "@/app/_ui/page-heading";
import { FailedState, Skeleton } from "@/app/_ui/states";
import { ThemeSwitch } from "@/app/_ui/theme-switch";
import { account } from "@/messages/texts/account";
import { shell } from "@/messages/texts/shell";
import { DeleteAccount } from "./_parts/delete-account";
import { EmailForm } from "./_parts/email-form";
import { ExportData } from "./_parts/export-data";
import { LinkProvider, type ProviderId } from "./_parts/link-provider";
import { LinkingOutcome, type Outcome } from "./_parts/linking-outcome";
import { PasswordForm } from "./_parts/password-form";
import { ProfileForm } from "./_parts/profile-form";
import { SecurityActivity } from "./_parts/security-activity";
import { SessionsList } from "./_parts/sessions-list";
import { SignInMethods } from "./_parts/sign-in-methods";

type SectionProps = { id: string; title: string; lead?: ReactNode; children: ReactNode };

const Section = ({ id, title, lead, children }: SectionProps) => (
  <section aria-labelledby={id} className="mt-10 border-t border-line pt-6">
    <h2 id={id} className="text-lg">
      {title}
    </h2>
    {lead ? <div className="prose mt-1 text-soft">{lead}</div> : null}
    <div className="mt-4">{children}</div>
  </section>
);

const { page: texts } = account;

type Props = { providers: readonly ProviderId[]; outcome: Outcome };

export const AccountPage = ({ providers, outcome }: Props) => {
  const trpc = useTRPC();
  const me = useQuery(trpc.users.me.queryOptions({}));
  const methods = useQuery(trpc.account.signInMethods.queryOptions({}));
  const failed = [me, methods].find(({ isError }) => isError);
  return (
    <div className="max-w-3xl">
      <DocumentTitle parts={[shell.account]} />
      <PageHeading
        lead={texts.lead}
        actions={
          <Button onPress={() => signOutHere()} icon={<LogOut className="size-5" aria-hidden="true" />}>
            {shell.signOut}
          </Button>
        }
      >
        {texts.title}
      </PageHeading>
      {failed ? <FailedState error={failed.error} onRetry={() => failed.refetch()} /> : null}
      {me.data && methods.data ? (
        <Person me={me.data} methods={methods.data} providers={providers} outcome={outcome} />
      ) : null}
      {me.data && methods.data ? null : failed ? null : <Skeleton heights={[160, 240, 240]} />}
      <Device />
      {me.data && methods.data ? (
        <Section id="delete" title={texts.delete} lead={texts.deleteLead}>
          <DeleteAccount email={me.data.email} hasPassword={methods.data.password} />
        </Section>
      ) : null}
    </div>
  );
};

type PersonProps = Props & { me: Outputs["users"]["me"]; methods: Outputs["account"]["signInMethods"] };

const Person = ({ me, methods, providers, outcome }: PersonProps) => (
  <>
    <section aria-labelledby="profile">
      <h2 id="profile" className="mb-4 text-lg">
        {texts.profile}
      </h2>
      <dl className="card mb-6 grid gap-x-8 gap-y-1 p-5 sm:grid-cols-[auto_1fr]">
        <dt className="text-soft">{texts.organisation}</dt>
        <dd className="break-words font-medium">{me.organisation.name}</dd>
        <dt className="mt-2 text-soft sm:mt-0">{texts.role}</dt>
        <dd className="font-medium">{texts.roles[me.role]}</dd>
      </dl>
      <ProfileForm name={me.name} />
    </section>
    <Section id="email" title={texts.email}>
      <EmailForm email={me.email} hasPassword={methods.password} />
    </Section>
    <Section id="password" title={texts.password}>
      <PasswordForm hasPassword={methods.password} />
    </Section>
    <Section id="methods" title={texts.methods} lead={texts.methodsLead}>
      <LinkingOutcome {...outcome} />
      <SignInMethods methods={methods} />
      <LinkProvider providers={providers} hasPassword={methods.password} />
    </Section>
    <Section id="sessions" title={texts.sessions}>
      <SessionsList />
    </Section>
    <Section id="activity" title={texts.activity} lead={texts.activityLead}>
      <SecurityActivity />
    </Section>
    <Section id="export" title={texts.export} lead={texts.exportLead}>
      <ExportData />
    </Section>
  </>
);

const Device = () => (
  <>
    <Section id="look" title={shell.look}>
      <div className="flex flex-col gap-4">
        <ThemeSwitch />
        <LanguageChoice />
      </div>
    </Section>
    <Section id="keys" title={shell.keys} lead={shell.keysHint}>
      <KeysList />
    </Section>
  </>
);
