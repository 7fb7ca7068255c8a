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
import { billing } from "@/app/_texts/billing";
import { monitors } from "@/app/_texts/monitors";
import { rum } from "@/app/_texts/rum";
import { schedules } from "@/app/_texts/schedules";
import { searchPerf } from "@/app/_texts/search-perf";
import { service } from "@/app/_texts/service";
import { webhooks } from "@/app/_texts/webhooks";
import { AppNavigation, type NavigationItem } from "@/app/_ui/app-navigation";

export const items: readonly NavigationItem[] = [
  { href: "/service", label: service.overview, icon: Building2 },
  { href: "/service/team", label: service.team.title, icon: Users },
  { href: "/service/visits", label: rum.title, icon: Gauge, needs: "rum.read" },
  { href: "/service/search", label: searchPerf.short, icon: SearchCheck, needs: "search_perf.read" },
  { href: "/service/schedules", label: schedules.title, icon: CalendarClock, needs: "scans.read" },
  { href: "/service/monitors", label: monitors.title, icon: Activity, needs: "monitors.read" },
  { href: "/service/webhooks", label: webhooks.title, icon: Webhook, needs: "org.read" },
  { href: "/service/billing", label: billing.short, icon: CreditCard, needs: "plans" },
  { href: "/service/settings", label: service.settings.short, icon: Settings },
  { href: "/service/audit-log", label: service.log.title, icon: ScrollText },
];

const elsewhere = { href: "/accessibility", label: service.websites, icon: Globe };

export const Navigation = () => <AppNavigation label={service.navigation} items={items} elsewhere={elsewhere} />;
