import { createScanEngine } from "@/server/scanner/engine";
import { scanSite } from "@/server/scanner/scan-site";
import { installWorkshop, serveSites } from "./support/sites";
await installWorkshop();
const { urls, close } = await serveSites();
const names = (process.argv[2] ?? "").split(",");
const rounds = Number(process.argv[3] ?? 2);
for (const name of names) {
  const url = urls.find((each) => each.includes("sb-admin") && each.endsWith(`/${name}.html`)) ?? "";
  for (let r = 0; r < rounds; r += 1) {
    const engine = await createScanEngine({ privateHosts: ["127.0.0.1"] });
    const pages: any[] = [];
    await scanSite({ website_url: url, options: { depth: "full", max_pages: 1, known_urls: [url], include: [`${new URL(url).pathname}$`], include_rules: ["focus-visible"] } } as any, { page: (p: any) => void pages.push(p) }, engine);
    await engine.close();
    console.log(name, r, JSON.stringify(pages[0]?.axe?.violations.flatMap((v: any) => v.nodes.map((n: any) => n.selector)) ?? pages[0]?.error));
  }
}
close();
process.exit(0);
