"use client";

import type { ReactNode } from "react";
import { ProgressBar as AriaProgressBar } from "react-aria-components/ProgressBar";

type Props = { label: string; percent: number | null; valueText: string; children?: ReactNode };

/** A progress bar; indeterminate if `percent` is null, because the amount of work isn't known yet. */
export const ProgressBar = ({ label, percent, valueText, children }: Props) => (
  <AriaProgressBar
    aria-label={label}
    isIndeterminate={percent === null}
    value={percent ?? 0}
    valueLabel={valueText}
    className="flex flex-col gap-2"
  >
    <div className="h-3 overflow-hidden rounded-full border border-control bg-raised">
      <div
        className={`h-full rounded-full bg-accent motion-safe:transition-[width] motion-safe:duration-200 forced-colors:bg-[Highlight] ${percent === null ? "w-1/6 motion-safe:animate-pulse" : ""}`}
        style={percent === null ? undefined : { width: `${percent}%` }}
      />
    </div>
    {children}
  </AriaProgressBar>
);
