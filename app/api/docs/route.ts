import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { answerWith, refuseChange } from "@/server/endpoint/rest";
import { openApiDocument } from "@/server/http";
import { type Assets, renderPage } from "./_page/render-page";

export const dynamic = "force-dynamic";

const read = (path: string): string =>
  readFileSync(join(/* turbopackIgnore: true */ process.cwd(), "app", path), "utf8");

const readAssets = (): Assets => ({
  style: ["_ui/tokens.css", "api/docs/_page/page.css", "api/docs/_page/operation.css"].map(read).join("\n"),
  theme: read("api/docs/_page/theme.mjs"),
  script: read("api/docs/_page/try-it.mjs"),
});

const hash = (text: string): string => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

const policyOf = ({ style, theme, script }: Assets): string =>
  [
    "default-src 'none'",
    `script-src ${hash(theme)} ${hash(script)}`,
    `style-src ${hash(style)}`,
    "img-src 'self'",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join("; ");

let page: { body: string; policy: string } | undefined;

const makePage = () => {
  const assets = readAssets();
  return { body: renderPage(openApiDocument(), assets), policy: policyOf(assets) };
};

/** Returns the API documentation, generated from this instance's OpenAPI document. */
export const GET = (request: Request): Promise<Response> =>
  answerWith(request, async () => {
    page ??= makePage();
    const headers = {
      "Content-Type": "text/html; charset=utf-8",
      "Content-Security-Policy": page.policy,
      "Cache-Control": "public, max-age=300",
    };
    return new Response(page.body, { headers });
  });

export { refuseChange as DELETE, refuseChange as PATCH, refuseChange as POST, refuseChange as PUT };
