"use client";

import { Trash2 } from "lucide-react";
import type { ReactNode } from "react";
import { shortAddress } from "@/app/_client/address";
import { useMe } from "@/app/_client/organisations";
import { useTRPC, useTRPCClient } from "@/app/_client/trpc";
import { useList } from "@/app/_client/use-list";
import { type Policy, usePolicies } from "@/app/_client/use-policies";
import { ConfirmButton } from "@/app/_ui/confirm-button";
import { LoadMore } from "@/app/_ui/load-more";
import { Moment } from "@/app/_ui/moment";
import { FailedState } from "@/app/_ui/states";
import { ExternalLink } from "@/app/_ui/text-link";
import { formatNumber } from "@/messages/runtime/formats";
import { findings } from "@/messages/texts/findings";
import { adviseOnRule } from "@/server/domains/audits/rules";

const { policies: texts, triage } = findings;

export const useTriagePolicies = (website_id: string) => {
  const trpc = useTRPC();
  const client = useTRPCClient();
  return useList({
    queryKey: trpc.triagePolicies.list.queryKey({ website_id }),
    read: (at) => client.triagePolicies.list.query({ website_id, ...at }),
  });
};

/** The triage policies of a website, newest first. */
export const TriagePolicies = ({ website_id }: { website_id: string }) => {
  const list = useTriagePolicies(website_id);
  return (
    <section aria-labelledby="triage-policies" className="mt-12 border-t border-line pt-8">
      <h2 id="triage-policies" className="text-lg">
        {texts.title}
      </h2>
      <p className="mt-1 mb-4 text-soft">{texts.listLead}</p>
      {list.isError ? <FailedState error={list.error} onRetry={() => list.refetch()} /> : null}
      {list.data?.length === 0 ? <p>{texts.empty}</p> : null}
      {list.data?.length ? (
        <ul className="grid gap-4">
          {list.data.map((policy) => (
            <li key={policy.id} className="card p-5">
              <PolicyDetails policy={policy} />
              <DeletePolicy policy={policy} />
            </li>
          ))}
        </ul>
      ) : null}
      <LoadMore list={list} />
    </section>
  );
};

const Detail = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt className="text-sm text-soft">{name}</dt>
    <dd className="wrap-anywhere">{children}</dd>
  </div>
);

const PolicyDetails = ({ policy }: { policy: Policy }) => {
  const { rule_id, component, page_url, status, reason, expires_at, created_by_name, issues } = policy;
  return (
    <dl className="grid gap-x-6 gap-y-3 sm:grid-cols-2">
      {rule_id ? <Detail name={texts.rule}>{adviseOnRule(rule_id).who}</Detail> : null}
      {component ? (
        <Detail name={texts.component}>
          <span className="font-mono text-sm">{component.label}</span>
        </Detail>
      ) : null}
      {page_url ? (
        <Detail name={texts.page}>
          <ExternalLink href={page_url}>{shortAddress(page_url)}</ExternalLink>
        </Detail>
      ) : null}
      <Detail name={texts.status}>{triage.statuses[status]}</Detail>
      <Detail name={texts.reason}>{reason}</Detail>
      {expires_at ? (
        <Detail name={texts.until}>
          <Moment at={expires_at} />
        </Detail>
      ) : null}
      <Detail name={texts.issues}>{formatNumber(issues)}</Detail>
      <Detail name={texts.createdBy}>{created_by_name ?? texts.formerMember}</Detail>
    </dl>
  );
};

const DeletePolicy = ({ policy: { id, reason, issues } }: { policy: Policy }) => {
  const { may } = useMe();
  const { remove } = usePolicies();
  if (!may("issues.write")) return null;
  return (
    <div className="mt-4">
      <ConfirmButton
        label={texts.delete}
        aria-label={texts.deleteNamed({ reason })}
        icon={<Trash2 className="size-5 shrink-0" aria-hidden="true" />}
        title={texts.deleteAsk}
        lead={texts.deleteLead({ count: issues })}
        yes={texts.delete}
        no={texts.deleteKeep}
        run={() => remove(id)}
        onDone={() => undefined}
      />
    </div>
  );
};
