import { ExternalLink as ExternalIcon } from "lucide-react";
import type { ComponentProps, ReactNode } from "react";
import { Link } from "./link";

const shape = "link inline-flex min-h-11 items-center wrap-anywhere";

/** A link in text or in a table, tall enough to press. */
export const TextLink = ({ className = "", ...props }: ComponentProps<typeof Link>) => (
  <Link {...props} className={`${shape} ${className}`} />
);

/** A link to another website, marked with an icon. */
export const ExternalLink = ({ href, children }: { href: string; children: ReactNode }) => (
  <a href={href} rel="noreferrer" className={`${shape} gap-1.5`}>
    {children}
    <ExternalIcon className="size-4 shrink-0" aria-hidden="true" />
  </a>
);
