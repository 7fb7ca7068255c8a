"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { openPage } from "./session";
import { type Outputs, useTRPC } from "./trpc";

/** A permission, or "plans": access to billing pages, which requires that billing is configured. */
export type Need = Outputs["users"]["me"]["permissions"][number] | "plans";

/** On a slow connection, parts of a page can appear long after the user's data has loaded. They shouldn't load it again. */
const freshForMs = 60_000;

/** Loads the signed-in user and their permissions in the active organisation. */
export const useMe = () => {
  const trpc = useTRPC();
  const me = useQuery(trpc.users.me.queryOptions({}, { staleTime: freshForMs }));
  const may = (need: Need): boolean => {
    if (!me.data) return false;
    const { permissions, has_billing } = me.data;
    return need === "plans" ? has_billing && permissions.includes("billing.read") : permissions.includes(need);
  };
  return { me, may };
};

/**
 * Switches to another organisation and opens a new document, because all loaded data belongs to the previous
 * organisation.
 */
export const useActivate = () => {
  const trpc = useTRPC();
  return useMutation(
    trpc.organisations.activate.mutationOptions({
      onSuccess: () => openPage(window.location.pathname.startsWith("/service") ? "/service" : "/accessibility"),
    }),
  );
};
