"use client";

import { QueryCache, QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { createTRPCClient, httpLink } from "@trpc/client";
import { type ReactNode, useEffect, useState } from "react";
import type { AppRouter } from "@/server/router";
import { readProblem } from "./problem";
import { goToSignIn, prolongSession } from "./session";
import { TRPCProvider } from "./trpc";

const maxRetries = 2;
/** Delay before the session is extended, so that the request doesn't slow down the loading of the page's data. */
const settled_ms = 5_000;

const isEnded = (error: unknown): boolean => {
  const { code } = readProblem(error);
  return code === "not_authenticated" || code === "token_expired";
};

const isPassing = (error: unknown): boolean => ["offline", "unavailable"].includes(readProblem(error).code);

const createQueryClient = (guarded: boolean) =>
  new QueryClient({
    queryCache: new QueryCache({ onError: (error) => (guarded && isEnded(error) ? goToSignIn() : undefined) }),
    defaultOptions: {
      queries: { staleTime: 5_000, retry: (count, error) => isPassing(error) && count < maxRetries },
    },
  });

/**
 * Provides the typed client to every page that shows data. `guarded` pages extend the session when they are opened, and
 * open the sign-in page if the session has ended.
 */
export const ClientProvider = ({ children, guarded = false }: { children: ReactNode; guarded?: boolean }) => {
  const [queryClient] = useState(() => createQueryClient(guarded));
  const [trpcClient] = useState(() => createTRPCClient<AppRouter>({ links: [httpLink({ url: "/api/trpc" })] }));
  useEffect(() => {
    if (!guarded) return;
    const timer = setTimeout(prolongSession, settled_ms);
    return () => clearTimeout(timer);
  }, [guarded]);
  return (
    <QueryClientProvider client={queryClient}>
      <TRPCProvider trpcClient={trpcClient} queryClient={queryClient}>
        {children}
      </TRPCProvider>
    </QueryClientProvider>
  );
};
