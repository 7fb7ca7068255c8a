import { CircleAlert } from "lucide-react";
import type { ReactNode } from "react";

/** An error message, shown above the form, about something that happened before this page was opened. */
export const Notice = ({ children }: { children: ReactNode }) => (
  <p
    role="alert"
    className="mb-6 flex items-start gap-2 rounded-md border-2 border-critical bg-critical-tint p-4 font-semibold text-critical"
  >
    <CircleAlert className="mt-0.5 size-5 shrink-0" aria-hidden="true" />
    <span>{children}</span>
  </p>
);
