import { CircleAlert } from "lucide-react";
import type { ReactNode } from "react";

/** A notice above the form about what went wrong on the way here. */
export const Notice = ({ children }: { children: ReactNode }) => (
  <p
    role="alert"
    className="mb-6 flex items-start gap-2 rounded-md border-2 border-critical bg-critical-tint p-4 font-semibold text-critical"
  >
    <CircleAlert className="mt-0.5 size-5 shrink-0" aria-hidden="true" />
    <span>{children}</span>
  </p>
);
