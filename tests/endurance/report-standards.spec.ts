import "../support/environment";
import { mkdirSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { expect, test } from "@playwright/test";
import sharp from "sharp";
import { type PdfStandard, runVeraPdf, whyNoVeraPdf } from "@/bench/support/run-verapdf";
import { renderDocument } from "@/server/domains/reports/pdf/documents/render-document";
import { ReportData, ReportVariant } from "@/server/domains/reports/report-data";
import { emptySections, hostileReport, longWords, manyRules } from "../support/report/hostile-report";
import { LANGUAGES, reportIn } from "../support/report/languages";
import { makePng } from "../support/report/pictures";
import { randomReport } from "../support/report/random-report";
import { sampleReport } from "../support/report/sample-report";
import { strangersReport } from "../support/report/strangers-report";
import { typicalReport } from "../support/report/typical-report";
import { rounds } from "../support/rounds";

const randomReports = rounds("REPORT_STANDARD_ROUNDS", { usual: 5, promised: 100 });

const cmykLogo = async (): Promise<string> => {
  const picture = sharp({ create: { width: 90, height: 40, channels: 3, background: "#0b5fff" } });
  const file = await picture.toColourspace("cmyk").jpeg().toBuffer();
  return `data:image/jpeg;base64,${file.toString("base64")}`;
};

const withLogo = (logo: string): ReportData => ({ ...sampleReport(2), branding: { name: "Clearway", logo } });

/** All kinds of reports, by file name. */
const makeReports = async (): Promise<Record<string, ReportData>> => ({
  sample: sampleReport(),
  typical: typicalReport(),
  hostile: hostileReport(),
  "long-words": longWords(),
  "many-rules": manyRules(),
  "without-content": emptySections(),
  "from-another-tool": ReportData.parse(strangersReport()),
  "logo-cmyk": withLogo(await cmykLogo()),
  "logo-png": withLogo(`data:image/png;base64,${makePng({ width: 90, height: 40, colours: 6 }).toString("base64")}`),
  ...Object.fromEntries(Object.entries(LANGUAGES).map(([name, sample]) => [`in-${name}`, reportIn(sample)])),
  ...Object.fromEntries(Array.from({ length: randomReports }, (_, seed) => [`random-${seed}`, randomReport(seed)])),
});

test("veraPDF finds no failure of PDF/UA-1 or PDF/A-2a in any variant of a report, whatever its data", async () => {
  test.setTimeout(600_000);
  const { outputDir } = test.info();
  const reason = await whyNoVeraPdf();
  test.skip(reason !== null, `${reason}`);
  mkdirSync(outputDir, { recursive: true });
  const paths: string[] = [];
  for (const [name, data] of Object.entries(await makeReports()))
    for (const variant of ReportVariant.options) {
      const path = join(outputDir, `${name}-${variant}.pdf`);
      writeFileSync(path, await renderDocument({ variant, data }));
      paths.push(path);
    }
  for (const standard of ["ua1", "2a"] satisfies PdfStandard[]) {
    const failures = [...(await runVeraPdf(paths, standard))].filter(([, clauses]) => clauses?.length !== 0);
    expect
      .soft(
        failures.map(([path, clauses]) => `${basename(path)}: ${clauses}`),
        standard,
      )
      .toEqual([]);
  }
});
