import { ReportData } from "@/server/domains/reports/report-data";
import { ruleCatalogue } from "@/server/scanner/page/rule-catalogue";
import { sampleReport } from "./sample-report";

const impacts = ["critical", "serious", "moderate", "minor"] as const;
const addressOf = (page: number): string => `https://shop.example.org/category-${page % 3}/page-${page}`;

/**
 * Returns the report data for an audit of 10 pages that fail 30 rules, with the five examples per rule that the
 * platform keeps.
 */
export const typicalReport = (): ReportData => {
  const pages = Array.from({ length: 10 }, (_, index) => ({
    url: addressOf(index),
    title: `Page ${index}`,
    http_status: 200,
    scores: { accessibility: 60 + index * 3 },
    counts: { critical: index % 4, serious: index % 5, moderate: index % 3, minor: index % 2 },
  }));
  const issues = [...ruleCatalogue.values()].slice(0, 30).map((facts, rule) => ({
    ...facts,
    impact: impacts[rule % impacts.length],
    nodes: 5 + rule * 3,
    pages: 1 + (rule % 10),
    examples: Array.from({ length: 5 }, (_, index) => ({
      page_url: addressOf((rule + index) % 10),
      selector: `main > section:nth-child(${rule}) > div.card:nth-of-type(${index}) > a.link`,
      html: `<a class="link link--teaser" href="/category-${rule}/page-${index}"><span class="icon"></span></a>`,
    })),
  }));
  return ReportData.parse({ ...sampleReport(0), pages, issues });
};
