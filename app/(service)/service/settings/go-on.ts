"use client";

import { openPage } from "@/app/_client/session";

/** Opens the next organisation, or the home page if there is none. */
export const goOn = ({ next_organisation_id }: { next_organisation_id: string | null }) =>
  openPage(next_organisation_id ? "/service" : "/");
