"use client";

import { useRouter, useSearchParams } from "next/navigation";
import { useEffect, useState } from "react";
import { searchPerf as texts } from "@/app/_texts/search-perf";
import { announce } from "@/app/_ui/announcer";

type Result = keyof typeof texts.results;

const isResult = (text: string | null): text is Result => text !== null && Object.hasOwn(texts.results, text);

/** How the way to Google ended: said once, and taken out of the address, so that a reload does not say it again. */
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
