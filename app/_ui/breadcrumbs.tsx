import { ChevronRight } from "lucide-react";
import { shared } from "@/messages/texts/shared";
import { TextLink } from "./text-link";

export type Crumb = { href: string; label: string };

/** Links to the parent pages; the current page is named by its heading. */
export const Breadcrumbs = ({ crumbs }: { crumbs: readonly Crumb[] }) => (
  <nav aria-label={shared.breadcrumbs} className="mb-2">
    <ol className="flex flex-wrap items-center gap-x-1 text-sm">
      {crumbs.map(({ href, label }) => (
        <li key={href} className="flex min-w-0 items-center gap-1">
          <TextLink href={href}>{label}</TextLink>
          <ChevronRight className="size-4 shrink-0 text-soft rtl:-scale-x-100" aria-hidden="true" />
        </li>
      ))}
    </ol>
  </nav>
);
