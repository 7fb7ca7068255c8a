"use client";

import {
  Activity,
  Building2,
  CalendarClock,
  CreditCard,
  Gauge,
  Globe,
  ScrollText,
  SearchCheck,
  Settings,
  Users,
  Webhook,
} from "lucide-react";
import { AppNavigation, type NavigationItem } from "@/app/_ui/app-navigation";
import { billing } from "@/messages/texts/billing";
import { monitors } from "@/messages/texts/monitors";
import { rum } from "@/messages/texts/rum";
import { schedules } from "@/messages/texts/schedules";
import { searchPerf } from "@/messages/texts/search-perf";
import { service } from "@/messages/texts/service";
import { webhooks } from "@/messages/texts/webhooks";

export const listItems = (): readonly NavigationItem[] => [
  { href: "/service", label: service.overview, icon: Building2 },
  { href: "/service/team", label: service.team.title, icon: Users },
  { href: "/service/real-users", label: rum.title, icon: Gauge, needs: "rum.read" },
  { href: "/service/search", label: searchPerf.short, icon: SearchCheck, needs: "search_perf.read" },
  { href: "/service/schedules", label: schedules.title, icon: CalendarClock, needs: "scans.read" },
  { href: "/service/monitors", label: monitors.title, icon: Activity, needs: "monitors.read" },
  { href: "/service/webhooks", label: webhooks.title, icon: Webhook, needs: "org.read" },
  { href: "/service/billing", label: billing.short, icon: CreditCard, needs: "plans" },
  { href: "/service/settings", label: service.settings.short, icon: Settings },
  { href: "/service/audit-log", label: service.log.title, icon: ScrollText },
];

export const Navigation = () => (
  <AppNavigation
    label={service.navigation}
    items={listItems()}
    elsewhere={{ href: "/accessibility", label: service.websites, icon: Globe }}
  />
);
