"use client";

import { useRouter, useSearchParams } from "next/navigation";
import { useEffect, useState } from "react";
import { announce } from "@/app/_ui/announcer";
import { searchPerf as texts } from "@/messages/texts/search-perf";

type Result = keyof typeof texts.results;

const isResult = (text: string | null): text is Result => text !== null && Object.hasOwn(texts.results, text);

/** Returns the result of connecting to Google and removes it from the URL, so that a reload doesn't show it again. */
export const useResult = (): Result | null => {
  const router = useRouter();
  const given = useSearchParams().get("result");
  const [result] = useState(isResult(given) ? given : null);
  useEffect(() => {
    if (given === null) return;
    router.replace("/service/search", { scroll: false });
    if (isResult(given)) announce(texts.results[given]);
  }, [given, router]);
  return result;
};
