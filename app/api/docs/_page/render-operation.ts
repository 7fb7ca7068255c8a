import { apiReference as texts } from "@/messages/texts/api-reference";
import type { Operation, Parameter } from "@/server/endpoint/openapi";
import { type Html, html } from "./html";
import { describeLimits, describeType, renderSchema } from "./render-schema";
import { isSchema, type Schema, sampleValue } from "./sample-value";

export interface Endpoint {
  method: string;
  path: string;
  operation: Operation;
}

export const anchorOf = ({ operation }: Endpoint): string => `op-${operation.operationId}`;

export const methodChip = (method: string): Html =>
  html`<span class="method" data-method="${method}">${method.toUpperCase()}</span>`;

const parameterRow = ({ name, in: place, required = false, description, schema }: Parameter): Html => {
  const limits = describeLimits(schema);
  return html`<li>
    <code class="name">${name}</code> <span class="type">${describeType(schema)}${limits && `, ${limits}`}</span> in ${place}
    ${required && html`<strong>${texts.required}</strong>`}
    ${description && html`<span class="soft">${description}</span>`}
  </li>`;
};

const parameterList = ({ parameters }: Operation): Html | null =>
  parameters.length === 0 ? null : html`<h4>${texts.parameters}</h4><ul>${parameters.map(parameterRow)}</ul>`;

const bodySchema = ({ requestBody }: Operation): Schema | null =>
  requestBody?.content["application/json"]?.schema ?? null;

const bodyPart = (operation: Operation): Html | null => {
  const schema = bodySchema(operation);
  if (!schema) return null;
  return html`<h4>${operation.requestBody?.required ? texts.body : texts.bodyOptional}</h4>${renderSchema(schema, "body")}`;
};

const dataSchema = (operation: Operation, status: string): Schema | null => {
  const schema = operation.responses[status]?.content?.["application/json"]?.schema;
  const properties = schema?.["properties"];
  return isSchema(properties) && isSchema(properties["data"]) ? properties["data"] : null;
};

const answersPart = (operation: Operation): Html => {
  const statuses = Object.keys(operation.responses);
  const described = statuses.flatMap((status) => {
    const schema = dataSchema(operation, status);
    return schema ? [{ status, schema }] : [];
  });
  return html`<h4>${texts.answers}</h4>
    <ul>${statuses.map(
      (status) => html`<li><code class="name">${status}</code> ${operation.responses[status]?.description}</li>`,
    )}</ul>
    ${described.map(({ status, schema }) => html`<h5>${texts.dataOf({ status })}</h5>${renderSchema(schema, "answer")}`)}`;
};

const options = (values: readonly unknown[], chosen: unknown): Html[] =>
  values.map((value) => html`<option${value === chosen && html` selected`}>${String(value)}</option>`);

const inputOf = (id: string, { name, in: place, required = false, schema }: Parameter): Html => {
  const values = Array.isArray(schema["enum"]) ? schema["enum"] : null;
  const start = required || "default" in schema ? sampleValue(schema) : "";
  const common = html`id="${id}" name="${name}" data-in="${place}"${required && html` required`}`;
  return html`<div class="field">
    <label for="${id}">${name} <span class="soft">(${place}${required && `, ${texts.required}`})</span></label>
    ${
      values
        ? html`<select ${common}>${!required && html`<option value=""></option>`}${options(values, start)}</select>`
        : html`<input ${common} value="${String(start)}" autocomplete="off" spellcheck="false" />`
    }
  </div>`;
};

const tryForm = (endpoint: Endpoint): Html => {
  const { method, path, operation } = endpoint;
  const id = anchorOf(endpoint);
  const schema = bodySchema(operation);
  const redirects = Object.keys(operation.responses).some((status) => status === "301" || status === "302");
  const sample = schema && JSON.stringify(sampleValue(schema), null, 2);
  return html`<form class="try" data-method="${method.toUpperCase()}" data-path="${path}"${redirects && html` data-redirects`} aria-labelledby="${id}-try ${id}-name">
    ${redirects && html`<p class="soft">${texts.redirects}</p>`}
    ${operation.parameters.map((parameter, index) => inputOf(`${id}-${index}`, parameter))}
    ${
      sample !== null &&
      html`<div class="field"><label for="${id}-body">${texts.json}</label>
        <textarea id="${id}-body" name="body" rows="${Math.min(16, sample.split("\n").length + 1)}" spellcheck="false">${sample}</textarea></div>`
    }
    <button type="submit">${redirects ? texts.open : texts.send}</button>
    <p role="status"></p>
    <div class="answer" hidden>
      <p class="label" id="${id}-headers">${texts.headers}</p>
      <pre class="answer-headers" tabindex="0" role="region" aria-labelledby="${id}-headers ${id}-name"></pre>
      <p class="label" id="${id}-content">${texts.content}</p>
      <pre class="answer-body" tabindex="0" role="region" aria-labelledby="${id}-content ${id}-name"></pre>
    </div>
  </form>`;
};

const isNamed = (access: string): access is keyof typeof texts.permissions => access in texts.permissions;

/** Renders one endpoint: a single line when closed, the full documentation and a form to try it when open. */
export const renderOperation = (endpoint: Endpoint): Html => {
  const { method, path, operation } = endpoint;
  const id = anchorOf(endpoint);
  const access = operation["x-permission"];
  const { limit, window_seconds, by } = operation["x-rate-limit"];
  return html`<details class="operation" id="${id}">
    <summary>
      <h3 id="${id}-name">${methodChip(method)} <code>${path.split(/(?=\/)/).map((part) => html`${part}<wbr />`)}</code></h3>
      <span class="summary">${operation.summary}</span>
    </summary>
    <div class="inside">
      <dl>
        <div><dt>${texts.permission}</dt><dd>${isNamed(access) ? texts.permissions[access] : html`<code>${access}</code>`}</dd></div>
        <div><dt>${texts.limit}</dt><dd>${texts.limitOf({ limit, seconds: window_seconds, by })}</dd></div>
      </dl>
      ${parameterList(operation)}${bodyPart(operation)}${answersPart(operation)}
      <h4 id="${id}-try">${texts.tryIt}</h4>
      ${access === "signature" ? html`<p class="soft">${texts.signed}</p>` : tryForm(endpoint)}
    </div>
  </details>`;
};
