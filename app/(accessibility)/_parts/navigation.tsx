"use client";

import { CircleUser, Globe, Radar } from "lucide-react";
import { usePathname } from "next/navigation";
import { shell } from "@/app/_texts/shell";
import { Link } from "@/app/_ui/link";

const items = [
  { href: "/accessibility", label: shell.websites, icon: Globe },
  { href: "/accessibility/websites/new", label: shell.scan, icon: Radar },
  { href: "/accessibility/account", label: shell.account, icon: CircleUser },
] as const;

type Place = "page" | "true" | undefined;

/** Everything below /accessibility that has no entry of its own belongs to the websites. */
const placeOf = (href: string, path: string): Place => {
  if (path === href) return "page";
  const hasOwnEntry = items.some((item) => item.href === path);
  return href === "/accessibility" && !hasOwnEntry ? "true" : undefined;
};

/** On the left on wide screens, a bar at the bottom on phones. */
export const Navigation = () => {
  const path = usePathname();
  return (
    <nav
      aria-label={shell.navigation}
      className="fixed inset-x-0 bottom-0 z-30 border-t border-line bg-surface pb-[env(safe-area-inset-bottom)] lg:static lg:border-0 lg:px-3"
    >
      <ul className="flex lg:flex-col lg:gap-1">
        {items.map(({ href, label, icon: Icon }) => (
          <li key={href} className="min-w-0 flex-1">
            <Link
              href={href}
              aria-current={placeOf(href, path)}
              className="flex min-h-16 flex-col items-center justify-center gap-1 px-1 text-center text-sm font-medium text-soft -outline-offset-4 hover:text-ink aria-[current]:font-semibold aria-[current]:text-accent lg:min-h-11 lg:flex-row lg:justify-start lg:gap-3 lg:rounded-md lg:px-3 lg:text-base lg:hover:bg-raised lg:aria-[current]:bg-accent-tint"
            >
              <Icon className="size-5 shrink-0" aria-hidden="true" />
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
};
