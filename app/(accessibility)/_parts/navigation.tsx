"use client";

import { CircleUser, Globe, Radar, Users } from "lucide-react";
import { service } from "@/app/_texts/service";
import { shell } from "@/app/_texts/shell";
import { AppNavigation, type NavigationItem } from "@/app/_ui/app-navigation";

export const items: readonly NavigationItem[] = [
  { href: "/accessibility", label: shell.websites, icon: Globe },
  { href: "/accessibility/websites/new", label: shell.scan, icon: Radar, needs: "scans.run" },
  { href: "/accessibility/account", label: shell.account, icon: CircleUser },
];

const elsewhere = { href: "/service", label: service.team.title, icon: Users };

export const Navigation = () => <AppNavigation label={shell.navigation} items={items} elsewhere={elsewhere} />;
