"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { openPage } from "./session";
import { type Outputs, useTRPC } from "./trpc";

/** A permission; or "plans", to see what is paid where anybody pays. */
export type Need = Outputs["users"]["me"]["permissions"][number] | "plans";

/** The signed-in user, and what they may do where they are. */
export const useMe = () => {
  const trpc = useTRPC();
  const me = useQuery(trpc.users.me.queryOptions({}));
  const may = (need: Need): boolean => {
    if (!me.data) return false;
    const { permissions, has_billing } = me.data;
    return need === "plans" ? has_billing && permissions.includes("billing.read") : permissions.includes(need);
  };
  return { me, may };
};

/** Goes on in another organisation, in a new document: nothing that was loaded belongs there. */
export const useActivate = () => {
  const trpc = useTRPC();
  return useMutation(
    trpc.organisations.activate.mutationOptions({
      onSuccess: () => openPage(window.location.pathname.startsWith("/service") ? "/service" : "/accessibility"),
    }),
  );
};
