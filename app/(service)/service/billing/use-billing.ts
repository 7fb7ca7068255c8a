"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { readProblem } from "@/app/_client/problem";
import { openPage } from "@/app/_client/session";
import { type Outputs, useTRPC } from "@/app/_client/trpc";
import { notify } from "@/app/_ui/toasts";
import { billing as texts } from "@/messages/texts/billing";

export type Subscription = Outputs["billing"]["subscription"];
export type Plan = Outputs["billing"]["plans"][number];
export type Interval = "month" | "year";

const live: readonly Subscription["status"][] = ["trialing", "active", "past_due"];

export const isLive = ({ status }: Subscription): boolean => live.includes(status);

const pollMs = 2_000;

/** Loads the current plan and the plans on offer; after a checkout, polls until the payment is confirmed. */
export const useBilling = (isExpected: boolean) => {
  const trpc = useTRPC();
  const subscription = useQuery({
    ...trpc.billing.subscription.queryOptions({}),
    refetchInterval: ({ state }) => (isExpected && state.data && !isLive(state.data) ? pollMs : false),
  });
  const plans = useQuery(trpc.billing.plans.queryOptions({}));
  return { subscription, plans };
};

const complain = (error: unknown) => notify(texts.failedRequest({ message: readProblem(error).message }));
const leave = ({ url }: { url: string }) => openPage(url);

export const usePortal = () => {
  const trpc = useTRPC();
  return useMutation(trpc.billing.portal.mutationOptions({ onSuccess: leave, onError: complain }));
};

export const useCheckout = () => {
  const trpc = useTRPC();
  return useMutation(trpc.billing.checkout.mutationOptions({ onSuccess: leave, onError: complain }));
};
