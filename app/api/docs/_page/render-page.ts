import { apiReference as texts } from "@/messages/texts/api-reference";
import type { OpenApiDocument } from "@/server/endpoint/openapi";
import { Html, html } from "./html";
import { anchorOf, type Endpoint, methodChip, renderOperation } from "./render-operation";

export interface Assets {
  style: string;
  theme: string;
  script: string;
}

const titleOf = (tag: string): string => {
  const words = tag.includes(" ") ? tag : tag.replaceAll("-", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
};

const groupId = (tag: string): string => `group-${tag.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-")}`;

interface Group {
  tag: string;
  endpoints: Endpoint[];
}

const groupsOf = ({ tags, paths }: OpenApiDocument): Group[] => {
  const endpoints = Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => ({ method, path, operation })),
  );
  return tags.map(({ name }) => ({
    tag: name,
    endpoints: endpoints.filter(({ operation }) => operation.tags.includes(name)),
  }));
};

const contents = (groups: readonly Group[]): Html => html`<nav aria-label="${texts.contents}">
  <ul>${groups.map(
    ({ tag, endpoints }) => html`<li><a href="#${groupId(tag)}">${titleOf(tag)}</a>
      <ul>${endpoints.map(
        (endpoint) =>
          html`<li><a href="#${anchorOf(endpoint)}">${methodChip(endpoint.method)} ${endpoint.operation.summary}</a></li>`,
      )}</ul></li>`,
  )}</ul>
</nav>`;

const about = ({ servers, info }: OpenApiDocument): Html => {
  const [server] = servers as { url: string }[];
  return html`<section aria-labelledby="about">
    <p class="lead">${info.description}</p>
    <h2 id="about">${texts.about}</h2>
    <p>${texts.base({ url: server?.url ?? "" })}</p><p>${texts.sign}</p><p>${texts.envelope}</p><p>${texts.rates}</p>
    <p><a href="/api/openapi.json">${texts.document}</a></p>
  </section>
  <section class="token" aria-labelledby="token-title">
    <h2 id="token-title">${texts.tokenTitle}</h2>
    <div class="field"><label for="token">${texts.token}</label>
      <input id="token" type="password" autocomplete="off" spellcheck="false" aria-describedby="token-hint token-real" /></div>
    <p class="soft" id="token-hint">${texts.tokenHint}</p>
    <p id="token-real">${texts.real}</p>
  </section>`;
};

const mark = html`<svg viewBox="0 0 32 32" width="32" height="32" aria-hidden="true"><rect width="32" height="32" rx="8" fill="var(--accent)" /><path d="M6 11h6l8 10h6" fill="none" stroke="var(--on-accent)" stroke-width="3.5" stroke-linecap="round" stroke-linejoin="round" /></svg>`;

/**
 * Renders the whole page. The page's script is needed only to try out calls. All the page's files come from this
 * server.
 */
export const renderPage = (document: OpenApiDocument, { style, theme, script }: Assets): string => {
  const groups = groupsOf(document);
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8" />
<meta name="viewport" content="width=device-width, initial-scale=1" />
<title>${texts.title}</title>
<meta name="description" content="${texts.summary}" />
<link rel="icon" href="/icon.svg" />
<script>${new Html(theme)}</script>
<style>${new Html(style)}</style>
</head>
<body>
<a class="skip" href="#content">${texts.skip}</a>
<header><a href="/" aria-label="${texts.home}">${mark}<span>Curbcut</span></a></header>
<div class="columns">
${contents(groups)}
<main id="content" tabindex="-1">
<h1>${texts.heading}</h1>
${about(document)}
${groups.map(
  ({ tag, endpoints }) => html`<section class="group" aria-labelledby="${groupId(tag)}">
    <h2 id="${groupId(tag)}">${titleOf(tag)}</h2>
    ${endpoints.map(renderOperation)}
  </section>`,
)}
</main>
</div>
<script type="module">${new Html(script)}</script>
</body>
</html>
`;
  return page.text;
};
