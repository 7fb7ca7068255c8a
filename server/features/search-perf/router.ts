import { mutation, query, redirect, router } from "@/server/core/endpoint";
import { nothing } from "@/server/core/schema";
import { beginConsent } from "./begin-consent";
import { chooseProperty } from "./choose-property";
import {
  ChooseProperty,
  ChosenProperty,
  Connection,
  ConsentAnswer,
  Disconnected,
  ListProperties,
  Properties,
  ReadRows,
  ReadTotals,
  Rows,
  Totals,
} from "./contract";
import { disconnect } from "./disconnect";
import { finishConsent } from "./finish-consent";
import { getConnection } from "./get-connection";
import { listProperties } from "./list-properties";
import { readRows, readTotals } from "./read-rows";

const google = ["conflict", "upstream_failed", "not_configured"] as const;

export const searchPerfRouter = router({
  auth: redirect({
    rest: "GET /api/search-perf/auth",
    summary: "Go to Google's page that asks for consent to read search figures",
    access: "search_perf.write",
    limit: "write",
    status: 302,
    input: nothing,
    errors: ["not_configured"],
    run: beginConsent,
  }),
  callback: redirect({
    rest: "GET /api/search-perf/auth/callback",
    summary: "Take Google's answer to the request for consent and go on to the app",
    access: "public",
    limit: "session",
    status: 302,
    input: ConsentAnswer,
    errors: ["invalid_code", "expired", "not_authenticated", "token_expired", "forbidden", "not_configured"],
    run: finishConsent,
  }),
  rows: query({
    rest: "GET /api/search-perf/",
    summary: "Read clicks, impressions and positions of a website in Google Search",
    access: "search_perf.read",
    limit: "read",
    input: ReadRows,
    output: Rows,
    errors: ["not_found", ...google],
    run: readRows,
  }),
  totals: query({
    rest: "GET /api/search-perf/totals/",
    summary: "Read the same figures for all searches together",
    access: "search_perf.read",
    limit: "read",
    input: ReadTotals,
    output: Totals,
    errors: ["not_found", ...google],
    run: readTotals,
  }),
  properties: query({
    rest: "GET /api/search-perf/properties/",
    summary: "List the properties that the connected Google account may read",
    access: "search_perf.read",
    limit: "read",
    input: ListProperties,
    output: Properties,
    errors: ["not_found", ...google],
    run: listProperties,
  }),
  chooseProperty: mutation({
    rest: "PATCH /api/search-perf/properties/{website_id}/",
    summary: "Choose the property that a website's figures are read from",
    access: "search_perf.write",
    limit: "write",
    audit: "search_perf.choose_property",
    transaction: false,
    input: ChooseProperty,
    output: ChosenProperty,
    errors: google,
    run: chooseProperty,
  }),
  settings: query({
    rest: "GET /api/search-perf/settings/",
    summary: "Say whether Google Search Console is connected, and by whom",
    access: "search_perf.read",
    limit: "read",
    input: nothing,
    output: Connection,
    run: getConnection,
  }),
  disconnect: mutation({
    rest: "DELETE /api/search-perf/",
    summary: "Disconnect Google Search Console and forget its tokens",
    access: "search_perf.write",
    limit: "write",
    audit: "search_perf.disconnect",
    input: nothing,
    output: Disconnected,
    errors: ["conflict", "not_configured"],
    run: disconnect,
  }),
});
