"use client";

import { keepPreviousData, useMutation, useQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useActivate, useMe } from "@/app/_client/organisations";
import { conflictingId, readProblem } from "@/app/_client/problem";
import { signOutHere } from "@/app/_client/session";
import { useTRPC } from "@/app/_client/trpc";
import { useSettled } from "@/app/_client/use-settled";
import { shell } from "@/messages/texts/shell";
import { applyTheme } from "../theme";
import { notify } from "../toasts";
import { listSections, type Section } from "./entries";

const websitesShown = 8;
const auditsShown = 8;

/** Removes the verb, so that "scan example.org" searches for example.org. */
const withoutVerb = (typed: string): string => {
  const verb = `${shell.palette.scanWord.toLowerCase()} `;
  return typed.toLowerCase().startsWith(verb) ? typed.slice(verb.length).trimStart() : typed;
};

const complain = (error: unknown) => notify(readProblem(error).message);

/** Returns the available pages and actions, and the websites that match the typed text. */
export const useSections = (
  typed: string,
  showKeys: () => void,
): { sections: Section[]; isLoading: boolean; isFailed: boolean } => {
  const trpc = useTRPC();
  const router = useRouter();
  const { may } = useMe();
  const q = useSettled(withoutVerb(typed.trim())).slice(0, 200);
  const websites = useQuery(
    trpc.websites.list.queryOptions(
      { limit: websitesShown, ...(q ? { q } : {}) },
      { enabled: may("websites.read"), placeholderData: keepPreviousData },
    ),
  );
  const audits = useQuery(trpc.audits.list.queryOptions({ limit: auditsShown }, { enabled: may("scans.read") }));
  const organisations = useQuery(trpc.organisations.list.queryOptions({ limit: 100 }));
  const activate = useActivate();
  const openAudit = (id: string) => router.push(`/accessibility/audits/${id}`);
  const scan = useMutation(
    trpc.audits.start.mutationOptions({
      onSuccess: ({ id }) => openAudit(id),
      onError: (error) => {
        const running = conflictingId(error, "audit_id");
        if (running) openAudit(running);
        else complain(error);
      },
    }),
  );
  const sections = listSections(
    {
      websites: websites.data?.items ?? [],
      audits: audits.data?.items ?? [],
      organisations: organisations.data?.items ?? [],
      may,
    },
    {
      go: (path) => router.push(path),
      scan: (website_id) => scan.mutate({ website_id }),
      activate: (id) => void activate.mutateAsync({ id }).catch(complain),
      showKeys,
      setTheme: applyTheme,
      signOut: () => void signOutHere(),
    },
  );
  return {
    sections,
    isLoading: websites.isFetching || audits.isLoading,
    isFailed: websites.isError || audits.isError,
  };
};
