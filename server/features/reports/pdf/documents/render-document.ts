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
  build: (model: ReportModel, title: string, tightness: number) => ReactElement<object> | null;
  maxPages?: number;
  hasCover: boolean;
};

const VARIANTS: Record<ReportVariant, Variant> = {
  full: { title: "Website audit report", build: fullReport, hasCover: true },
  report: { title: "Accessibility report", build: accessibilityReport, hasCover: true },
  accessibility: { title: "Accessibility summary", build: accessibilitySummary, maxPages: 4, hasCover: false },
  singlePage: { title: "Accessibility snapshot", build: singlePage, maxPages: 1, hasCover: false },
};

export type DocumentRequest = { variant: ReportVariant; data: ReportData; compress?: boolean };

/** Renders a report in this thread, which is busy until it is done. */
export const renderDocument = async ({ variant, data, compress = true }: DocumentRequest): Promise<Buffer> => {
  const { title, build, hasCover, maxPages = Number.POSITIVE_INFINITY } = VARIANTS[variant];
  const model = readReport(data);
  const site = readableText(model.site.name);
  return renderTagged((tightness) => build(model, title, tightness), {
    textLanguage: model.language,
    maxPages,
    title: `${title}: ${site}, ${model.day}`,
    author: readableText(model.brand.name ?? "Curbcut"),
    language: "en-GB",
    footer: { text: `${model.day} · ${shorten(site, 70)}`, skipPages: hasCover ? 1 : 0 },
    compress,
  });
};
