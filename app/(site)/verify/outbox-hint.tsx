"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { useTRPC } from "@/app/_client/trpc";
import { site } from "@/app/_texts/site";

/** Where mail is kept in the outbox, says so to whoever may read it. */
export const OutboxHint = () => {
  const trpc = useTRPC();
  const outbox = useQuery(trpc.outbox.list.queryOptions({}, { retry: false }));
  if (!outbox.isSuccess) return null;
  return (
    <p className="mt-6 border-t border-line pt-6 text-soft">
      {site.verify.noMail}{" "}
      <Link href="/outbox" className="link inline-flex min-h-11 items-center">
        {site.verify.openOutbox}
      </Link>
    </p>
  );
};
