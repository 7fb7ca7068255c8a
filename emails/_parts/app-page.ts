import { emailsParts } from "@/messages/texts/emails-parts";
import type { Action } from "./action-button";

/** Pages that an email's button can open and whose URLs don't contain an ID. */
const paths = {
  addWebsite: "/accessibility/websites/new",
  billing: "/service/billing",
  monitors: "/service/monitors",
  resetPassword: "/forgot-password",
  schedules: "/service/schedules",
  search: "/service/search",
  team: "/service/team",
} as const;

export type AppPage = keyof typeof paths;

export const openPage = (page: AppPage, homeUrl: string): Action => ({
  label: emailsParts.opens[page],
  url: new URL(paths[page], homeUrl).href,
});

/** Returns the layout's action if the email's data contains the URL of the page that the email is about. */
export const openUrl = (label: keyof typeof emailsParts.opens, url: string | undefined): { action?: Action } =>
  url ? { action: { label: emailsParts.opens[label], url } } : {};
