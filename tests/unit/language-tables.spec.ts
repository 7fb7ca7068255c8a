import "../support/environment";
import { createRequire } from "node:module";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { build } from "esbuild";
import { languageTables } from "@/server/scanner/service/language-tables";

test("a bundled language detector gives each language the same score as the detector in the package @long", async () => {
  const { eld } = await import("eld/small");
  const outfile = test.info().outputPath("detector.cjs");
  await build({
    stdin: { contents: 'export { eld } from "eld/small";', resolveDir: process.cwd() },
    ...{ outfile, bundle: true, format: "cjs", packages: "external", plugins: [languageTables] },
  });
  const bundled = createRequire(join(process.cwd(), "package.json"))(outfile) as { eld: typeof eld };
  const texts = [
    "The quick brown fox jumps over the lazy dog while it's raining.",
    "L'été dernier, nous n'avons pas vu la mer, qu'on dit pourtant si belle.",
    "Die Straße ist gesperrt, deshalb fahren wir über die Brücke.",
    "今日は天気がいいので、散歩に行きましょう。",
    "وب‌سایت ما برای همه قابل استفاده است.",
    "สวัสดีครับ ยินดีที่ได้รู้จัก",
  ];
  const detect = (detector: typeof eld) => texts.map((text) => detector.detect(text).getScores());
  expect(detect(bundled.eld)).toEqual(detect(eld));
  expect(bundled.eld.info()).toEqual(eld.info());
});
