"use client";

import { type ReactNode, useEffect, useRef } from "react";
import { takeFocus } from "./focus-after-navigation";

type Props = { children: ReactNode; lead?: ReactNode; actions?: ReactNode };

export const PageHeading = ({ children, lead, actions }: Props) => {
  const ref = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (ref.current) takeFocus(ref.current);
  }, []);
  return (
    <div className="mb-6 flex flex-wrap items-end justify-between gap-x-6 gap-y-4">
      <div className="min-w-0 max-w-[68ch]">
        <h1 ref={ref} tabIndex={-1} className="text-2xl">
          {children}
        </h1>
        {lead ? <p className="mt-2 text-soft">{lead}</p> : null}
      </div>
      {actions ? <div className="flex flex-wrap gap-3">{actions}</div> : null}
    </div>
  );
};

/**
 * Sets a title such as "Page · Website · Curbcut". The layout has no default title, because every page sets its own.
 */
export const DocumentTitle = ({ parts }: { parts: readonly (string | undefined)[] }) => (
  <title>{[...parts.filter(Boolean), "Curbcut"].join(" · ")}</title>
);
