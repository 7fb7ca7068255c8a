"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { openPage } from "./session";
import { type Outputs, useTRPC } from "./trpc";

type Permission = Outputs["users"]["me"]["permissions"][number];

/** The signed-in user, and what they may do where they are. */
export const useMe = () => {
  const trpc = useTRPC();
  const me = useQuery(trpc.users.me.queryOptions({}));
  const may = (permission: Permission): boolean => me.data?.permissions.includes(permission) ?? false;
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
