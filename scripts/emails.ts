import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { parseArgs } from "node:util";
import { type BrandId, brands, type EmailId, emailIds, emails, isBrandId, isEmailId, renderEmail } from "@/emails";

const HOST = "127.0.0.1";

const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => `&#${character.codePointAt(0)};`);

const style = `:root{color-scheme:light dark;font:16px/1.5 system-ui,sans-serif}
body{max-width:60rem;margin:0 auto;padding:1.5rem}
a{color:light-dark(#3730a3,#b9b5ff)}a:focus-visible,iframe:focus-visible,pre:focus-visible{outline:3px solid;outline-offset:2px}
li{margin:.25rem 0}nav ul{display:flex;flex-wrap:wrap;gap:1.25rem;list-style:none;padding:0}
nav a{display:inline-block;padding:.5rem 0}a[aria-current]{font-weight:700;text-decoration:none}
iframe{width:100%;height:56rem;border:1px solid}pre{white-space:pre-wrap;border:1px solid;padding:1rem}`;

const htmlPage = (title: string, content: string): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${escapeHtml(title)}</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><style>${style}</style></head>
<body><main><h1>${escapeHtml(title)}</h1>${content}</main></body></html>`;

const listPage = (): string => {
  const items = emailIds.map((id) => `<li><a href="/${id}">${id}</a>${emails[id].bulk ? " (bulk)" : ""}</li>`);
  return htmlPage(
    "Email templates",
    `<p>${emailIds.length} templates, shown with sample data.</p><ul>${items.join("")}</ul>`,
  );
};

const renderSample = (id: EmailId, brand: BrandId) =>
  renderEmail(id, emails[id].sample, {
    brand,
    homeUrl: "https://curbcut.example",
    ...(emails[id].bulk ? { unsubscribeUrl: "https://curbcut.example/unsubscribe?token=sample" } : {}),
  });

const templatePage = async (id: EmailId, brand: BrandId): Promise<string> => {
  const { subject, text } = await renderSample(id, brand);
  const choices = Object.values(brands).map(
    (choice) =>
      `<li><a href="/${id}?brand=${choice.id}"${choice.id === brand ? ' aria-current="page"' : ""}>${choice.name}</a></li>`,
  );
  return htmlPage(
    id,
    `<nav aria-label="Branding"><ul><li><a href="/">All templates</a></li>${choices.join("")}</ul></nav>
<p>Subject: <strong>${escapeHtml(subject)}</strong></p>
<h2 id="html">HTML</h2><p><a href="/${id}/html?brand=${brand}">Open the HTML on its own</a></p>
<iframe sandbox title="Email" src="/${id}/html?brand=${brand}"></iframe>
<h2 id="text">Plain text</h2><pre tabindex="0" aria-labelledby="text">${escapeHtml(text)}</pre>
<h2>Sample</h2><pre tabindex="0" aria-label="Sample">${escapeHtml(JSON.stringify(emails[id].sample, null, 2))}</pre>`,
  );
};

const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
  const url = new URL(request.url ?? "/", `http://${HOST}`);
  const [id = "", view] = url.pathname.slice(1).split("/");
  const requestedBrand = url.searchParams.get("brand");
  const brand = isBrandId(requestedBrand) ? requestedBrand : "service";
  const send = (status: number, body: string): void => {
    response.writeHead(status, { "Content-Type": "text/html; charset=utf-8", "Cache-Control": "no-store" }).end(body);
  };
  if (id === "") return send(200, listPage());
  if (!isEmailId(id)) return send(404, htmlPage("Template not found", '<p><a href="/">All templates</a></p>'));
  if (view === "html") return send(200, (await renderSample(id, brand)).html);
  return send(200, await templatePage(id, brand));
};

const { values } = parseArgs({ options: { port: { type: "string", default: "8025" } } });

const server = createServer((request, response) => {
  answer(request, response).catch((error: unknown) => {
    console.error(error);
    response
      .writeHead(500, { "Content-Type": "text/plain" })
      .end("The template couldn't be rendered. See the terminal for the error.");
  });
});
server.listen(Number(values.port), HOST, () => console.log(`Email templates: http://${HOST}:${values.port}`));
