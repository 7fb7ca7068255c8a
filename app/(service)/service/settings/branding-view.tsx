"use client";

import type { Outputs } from "@/app/_client/trpc";
import { ReportPreview } from "./report-preview";

/** Report branding for users with view-only access. */
export const BrandingView = ({ branding }: { branding: Outputs["branding"]["get"] }) => (
  <div className="max-w-xl">
    <ReportPreview name={branding.name ?? "Curbcut"} accent={branding.accent} logo={branding.logo} />
  </div>
);
