"use client";

import { CircleUser, Globe, Radar, Users } from "lucide-react";
import { AppNavigation, type NavigationItem } from "@/app/_ui/app-navigation";
import { service } from "@/messages/texts/service";
import { shell } from "@/messages/texts/shell";

export const listItems = (): readonly NavigationItem[] => [
  { href: "/accessibility", label: shell.websites, icon: Globe },
  { href: "/accessibility/websites/new", label: shell.scan, icon: Radar, needs: "scans.run" },
  { href: "/accessibility/account", label: shell.account, icon: CircleUser },
];

export const Navigation = () => (
  <AppNavigation
    label={shell.navigation}
    items={listItems()}
    elsewhere={{ href: "/service", label: service.team.title, icon: Users }}
  />
);
