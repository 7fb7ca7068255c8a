"use client";

import { useSearchParams } from "next/navigation";
import { useMe } from "@/app/_client/organisations";
import { FailedPage } from "@/app/_ui/failed-page";
import { DocumentTitle, PageHeading } from "@/app/_ui/page-heading";
import { EmptyState, FailedState, Skeleton } from "@/app/_ui/states";
import { billing as texts } from "@/messages/texts/billing";
import { NoAccess } from "../../_parts/no-access";
import { ComparePlans } from "./compare-plans";
import { CurrentPlan } from "./current-plan";
import { Notices } from "./notices";
import { ReturnNotice } from "./return-notice";
import { TransactionTable } from "./transaction-table";
import { useBilling } from "./use-billing";

export const BillingPage = () => {
  const { me, may } = useMe();
  if (me.isError) return <FailedPage error={me.error} onRetry={() => me.refetch()} />;
  if (!me.data) return <Skeleton heights={[44, 220, 320]} />;
  const { organisation, has_billing } = me.data;
  return (
    <>
      <DocumentTitle parts={[texts.title, organisation.name]} />
      <PageHeading lead={has_billing ? texts.lead : undefined}>{texts.title}</PageHeading>
      {has_billing ? <Shown may={may} /> : <NothingToPay />}
    </>
  );
};

const NothingToPay = () => (
  <EmptyState title={texts.none}>
    <p>{texts.noneText}</p>
  </EmptyState>
);

const Shown = ({ may }: Pick<ReturnType<typeof useMe>, "may">) =>
  may("billing.read") ? <Parts mayChange={may("billing.write")} /> : <NoAccess />;

const Parts = ({ mayChange }: { mayChange: boolean }) => {
  const returned = useSearchParams().get("checkout");
  const { subscription, plans } = useBilling(returned === "success");
  if (subscription.isError) return <FailedState error={subscription.error} onRetry={() => subscription.refetch()} />;
  if (!subscription.data) return <Skeleton heights={[220, 320]} />;
  return (
    <div className="flex flex-col gap-10">
      <div className="flex flex-col gap-4 empty:hidden">
        <ReturnNotice returned={returned} subscription={subscription.data} />
        <Notices subscription={subscription.data} mayChange={mayChange} />
      </div>
      <CurrentPlan subscription={subscription.data} mayChange={mayChange} />
      {plans.isError ? <FailedState error={plans.error} onRetry={() => plans.refetch()} /> : null}
      {plans.isPending ? <Skeleton heights={[320]} /> : null}
      {plans.data ? <ComparePlans plans={plans.data} subscription={subscription.data} mayChange={mayChange} /> : null}
      <TransactionTable />
    </div>
  );
};
