import type { ReactElement } from "react";
import type { ReportData, ReportVariant } from "../../report-data";
import { type ReportModel, readReport } from "../model/report-model";
import { renderTagged } from "../tagging/render-tagged";
import { shorten } from "../text/break-lines";
import { readableText } from "../text/printable-text";
import { accessibilityReport, fullReport } from "./long-report";
import { accessibilitySummary, singlePage } from "./short-report";

type Variant = {
  title: string;
  build: (model: ReportModel, title: string) => ReactElement<object>;
  hasCover: boolean;
};

const VARIANTS: Record<ReportVariant, Variant> = {
  full: { title: "Website audit report", build: fullReport, hasCover: true },
  report: { title: "Accessibility report", build: accessibilityReport, hasCover: true },
  accessibility: { title: "Accessibility summary", build: accessibilitySummary, hasCover: false },
  singlePage: { title: "Accessibility snapshot", build: singlePage, hasCover: false },
};

export type DocumentRequest = { variant: ReportVariant; data: ReportData; compress?: boolean };

/** Renders a report in this thread, which is busy until it is done. */
export const renderDocument = async ({ variant, data, compress = true }: DocumentRequest): Promise<Buffer> => {
  const { title, build, hasCover } = VARIANTS[variant];
  const model = readReport(data);
  const site = readableText(model.site.name);
  return renderTagged(build(model, title), {
    title: `${title}: ${site}, ${model.day}`,
    author: readableText(model.brand.name ?? "Curbcut"),
    language: "en-GB",
    furniture: { left: `${shorten(site, 70)} · ${model.day}`, right: "", skipPages: hasCover ? 1 : 0 },
    compress,
  });
};
