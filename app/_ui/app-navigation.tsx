"use client";

import { Ellipsis, type LucideIcon } from "lucide-react";
import { usePathname } from "next/navigation";
import { Button } from "react-aria-components/Button";
import { Menu, MenuItem, MenuTrigger } from "react-aria-components/Menu";
import { Popover } from "react-aria-components/Popover";
import { type Need, useMe } from "@/app/_client/organisations";
import { shared } from "@/messages/texts/shared";
import { Link } from "./link";
import { menuStyle } from "./menu-style";

export type NavigationItem = {
  href: string;
  label: string;
  icon: LucideIcon;
  /** Hides the page from users without this permission. */
  needs?: Need;
};
type Place = "page" | "true" | undefined;

type Props = {
  label: string;
  items: readonly NavigationItem[];
  /** Link to the other app, separate from the items. */
  elsewhere: NavigationItem;
};

const shape =
  "flex min-h-16 flex-col items-center justify-center gap-1 px-0.5 text-center text-sm font-medium text-soft -outline-offset-4 hover:text-ink aria-[current]:font-semibold aria-[current]:text-accent max-[25rem]:text-[0.8125rem] lg:min-h-11 lg:flex-row lg:justify-start lg:gap-3 lg:rounded-md lg:px-3 lg:text-base lg:hover:bg-raised lg:aria-[current]:bg-accent-tint";

/**
 * Returns how an item relates to the current path. A page that has no item belongs to the item of its nearest ancestor.
 */
const placeOf = (items: readonly NavigationItem[], href: string, path: string): Place => {
  if (path === href) return "page";
  const above = items.map((item) => item.href).filter((each) => path === each || path.startsWith(`${each}/`));
  const nearest = above.reduce((one, other) => (other.length > one.length ? other : one), "");
  return href === nearest ? "true" : undefined;
};

/**
 * Number of items that fit in the bar on a phone, in addition to the link to the other app. If there are more items,
 * the last place is taken by a menu.
 */
const roomInBar = 4;

/** A sidebar on wide screens, a bar at the bottom on phones. */
export const AppNavigation = ({ label, items, elsewhere }: Props) => {
  const path = usePathname();
  const { me, may } = useMe();
  const offered = items.filter(({ needs }) => !(needs && me.data) || may(needs));
  const inBar = offered.length > roomInBar ? roomInBar - 1 : roomInBar;
  return (
    <nav
      aria-label={label}
      className="fixed inset-x-0 bottom-0 z-30 border-t border-line bg-surface pb-[env(safe-area-inset-bottom)] lg:static lg:border-0 lg:px-3"
    >
      <ul className="flex lg:flex-col lg:gap-1">
        {offered.map((item, index) => (
          <Entry
            key={item.href}
            item={item}
            place={placeOf(items, item.href, path)}
            isHeldBack={item.needs !== undefined && !me.data}
            isInMenu={index >= inBar}
          />
        ))}
        {offered.length > inBar ? (
          <li className="min-w-0 flex-1 lg:hidden">
            <MorePages
              items={offered.slice(inBar)}
              current={offered.slice(inBar).find(({ href }) => placeOf(items, href, path))?.href}
            />
          </li>
        ) : null}
        <li className="min-w-0 flex-1 border-s border-line lg:mt-3 lg:border-s-0 lg:border-t lg:pt-3">
          <EntryLink item={elsewhere} place={undefined} />
        </li>
      </ul>
    </nav>
  );
};

type EntryProps = { item: NavigationItem; place: Place };

/**
 * Invisible until the user's permissions are known, but takes up space from the start. Nothing moves for most users,
 * because they have the permission.
 */
const Entry = ({ isHeldBack, isInMenu, ...props }: EntryProps & { isHeldBack: boolean; isInMenu: boolean }) => (
  <li className={`min-w-0 flex-1${isHeldBack ? " invisible" : ""}${isInMenu ? " max-lg:hidden" : ""}`}>
    <EntryLink {...props} />
  </li>
);

const EntryLink = ({ item: { href, label, icon: Icon }, place }: EntryProps) => (
  <Link href={href} aria-current={place} className={shape}>
    <Icon className="size-5 shrink-0" aria-hidden="true" />
    {label}
  </Link>
);

type MoreProps = { items: readonly NavigationItem[]; current: string | undefined };

/** The items that don't fit in the bar on a phone. */
const MorePages = ({ items, current }: MoreProps) => (
  <MenuTrigger>
    <Button {...(current ? { "aria-current": "true" } : {})} className={`${shape} w-full cursor-pointer`}>
      <Ellipsis className="size-5 shrink-0" aria-hidden="true" />
      {shared.morePages}
    </Button>
    <Popover className={menuStyle}>
      <Menu aria-label={shared.morePages} className="outline-none">
        {items.map(({ href, label, icon: Icon }) => (
          <MenuItem
            key={href}
            id={href}
            href={href}
            textValue={label}
            className={`flex min-h-11 cursor-pointer items-center gap-3 rounded-md px-3 py-2 -outline-offset-2 data-[focused]:bg-raised${href === current ? " font-semibold text-accent" : ""}`}
          >
            <Icon className="size-5 shrink-0" aria-hidden="true" />
            {label}
          </MenuItem>
        ))}
      </Menu>
    </Popover>
  </MenuTrigger>
);
