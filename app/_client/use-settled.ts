"use client";

import { useEffect, useState } from "react";

const pause_ms = 200;

/** Returns the typed text once the user stops typing. */
export const useSettled = (typed: string): string => {
  const [settled, setSettled] = useState(typed);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(typed), pause_ms);
    return () => clearTimeout(timer);
  }, [typed]);
  return settled;
};
