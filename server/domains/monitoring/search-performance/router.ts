import { nothing } from "@/server/core/schema";
import { mutation, query, redirect, router } from "@/server/endpoint/endpoint";
import { chooseProperty } from "./choose-property";
import { startConsent } from "./consent-state";
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
    summary: "Redirect to Google's consent page",
    access: "search_perf.write",
    limit: "write",
    status: 302,
    input: nothing,
    errors: ["not_configured"],
    run: startConsent,
  }),
  callback: redirect({
    rest: "GET /api/search-perf/auth/callback",
    summary: "Receive Google's response to the consent request and redirect to the app",
    access: "public",
    limit: "session",
    status: 302,
    input: ConsentAnswer,
    errors: ["invalid_code", "expired", "not_authenticated", "token_expired", "forbidden", "not_configured"],
    run: finishConsent,
  }),
  rows: query({
    rest: "GET /api/search-perf/",
    summary: "List a website's clicks, impressions, CTR and average position in Google Search",
    access: "search_perf.read",
    limit: "read",
    input: ReadRows,
    output: Rows,
    errors: ["not_found", ...google],
    run: readRows,
  }),
  totals: query({
    rest: "GET /api/search-perf/totals/",
    summary: "Get a website's totals in Google Search",
    access: "search_perf.read",
    limit: "read",
    input: ReadTotals,
    output: Totals,
    errors: ["not_found", ...google],
    run: readTotals,
  }),
  properties: query({
    rest: "GET /api/search-perf/properties/",
    summary: "List the properties that the connected Google account can read",
    access: "search_perf.read",
    limit: "read",
    input: ListProperties,
    output: Properties,
    errors: ["not_found", ...google],
    run: listProperties,
  }),
  chooseProperty: mutation({
    rest: "PATCH /api/search-perf/properties/{website_id}/",
    summary: "Choose the Search Console property for a website",
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
    summary: "Get the status of the Google Search Console connection",
    access: "search_perf.read",
    limit: "read",
    input: nothing,
    output: Connection,
    run: getConnection,
  }),
  disconnect: mutation({
    rest: "DELETE /api/search-perf/",
    summary: "Disconnect Google Search Console and delete its tokens",
    access: "search_perf.write",
    limit: "write",
    audit: "search_perf.disconnect",
    input: nothing,
    output: Disconnected,
    errors: ["conflict", "not_configured"],
    run: disconnect,
  }),
});
