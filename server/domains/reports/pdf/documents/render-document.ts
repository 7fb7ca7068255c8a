import type { ReactElement } from "react";
import { currentLanguage } from "@/messages/runtime/language";
import { report } from "@/messages/texts/report";
import type { ReportData, ReportVariant } from "../../report-data";
import { convertImages } from "../model/image-colours";
import { authorOf, type ReportModel, readReport } from "../model/report-model";
import { renderTagged } from "../tagging/render-tagged";
import { shorten } from "../text/break-lines";
import { readableText } from "../text/printable-text";
import { accessibilityReport, fullReport } from "./long-report";
import { accessibilitySummary, singlePage } from "./short-report";

type Variant = {
  build: (model: ReportModel, title: string, tightness: number) => ReactElement<object> | null;
  maxPages?: number;
  hasCover: boolean;
};

const VARIANTS: Record<ReportVariant, Variant> = {
  full: { build: fullReport, hasCover: true },
  report: { build: accessibilityReport, hasCover: true },
  accessibility: { build: accessibilitySummary, maxPages: 4, hasCover: false },
  singlePage: { build: singlePage, maxPages: 1, hasCover: false },
};

export type DocumentRequest = { variant: ReportVariant; data: ReportData; compress?: boolean };

/** Renders a report in the current language. Blocks the current thread until the report is complete. */
export const renderDocument = async ({ variant, data, compress = true }: DocumentRequest): Promise<Buffer> => {
  const { build, hasCover, maxPages = Number.POSITIVE_INFINITY } = VARIANTS[variant];
  const title = report.titles[variant];
  const model = await convertImages(readReport(data));
  const website = readableText(model.site.name);
  return renderTagged((tightness) => build(model, title, tightness), {
    textLanguage: model.language,
    maxPages,
    title: report.documentTitle({ title, website, day: model.day }),
    author: readableText(authorOf(model)),
    language: currentLanguage(),
    footer: { text: report.footer({ day: model.day, website: shorten(website, 70) }), skipPages: hasCover ? 1 : 0 },
    compress,
  });
};
