import { nothing, pageOf } from "@/server/core/schema";
import { mutation, query, router } from "@/server/endpoint/endpoint";
import { AddSite, Beacon, ChangeSite, GetSummary, ListSites, Removed, Site, SiteId, Summary } from "./contract";
import { getSummary } from "./get-summary";
import { listSites } from "./list-sites";
import { receiveBeacon } from "./receive-beacon";
import { addSite, changeSite, getSite, removeSite, rotateKey } from "./sites";

const write = { access: "websites.write", limit: "write" } as const;

export const rumRouter = router({
  collect: mutation({
    rest: "POST /api/rum/",
    summary: "Receive a beacon from a visitor's browser",
    access: "public",
    limit: "beacon",
    audit: null,
    status: 204,
    crossOrigin: true,
    transaction: false,
    maxBytes: 10_000,
    input: Beacon,
    output: nothing,
    errors: ["forbidden", "not_found"],
    run: receiveBeacon,
  }),
  summary: query({
    rest: "GET /api/rum/summary/",
    summary: "Get a website's real-user metrics by page, device and day",
    access: "rum.read",
    limit: "read",
    input: GetSummary,
    output: Summary,
    errors: ["not_found"],
    run: getSummary,
  }),
  listSites: query({
    rest: "GET /api/rum/sites/",
    summary: "List websites with real-user monitoring",
    access: "rum.read",
    limit: "read",
    input: ListSites,
    output: pageOf(Site),
    run: listSites,
  }),
  addSite: mutation({
    rest: "POST /api/rum/sites/",
    summary: "Start real-user monitoring of a website",
    ...write,
    audit: "rum_site.add",
    status: 201,
    input: AddSite,
    output: Site,
    errors: ["conflict", "not_found"],
    run: addSite,
  }),
  getSite: query({
    rest: "GET /api/rum/sites/{id}/",
    summary: "Get a website's real-user monitoring settings",
    access: "rum.read",
    limit: "read",
    input: SiteId,
    output: Site,
    run: getSite,
  }),
  changeSite: mutation({
    rest: "PATCH /api/rum/sites/{id}/",
    summary: "Update a website's real-user monitoring settings",
    ...write,
    audit: "rum_site.change",
    input: ChangeSite,
    output: Site,
    run: changeSite,
  }),
  rotateKey: mutation({
    rest: "POST /api/rum/sites/{id}/rotate-key/",
    summary: "Replace a website's site key with a new one",
    ...write,
    audit: "rum_site.rotate_key",
    input: SiteId,
    output: Site,
    run: rotateKey,
  }),
  removeSite: mutation({
    rest: "DELETE /api/rum/sites/{id}/",
    summary: "Stop real-user monitoring and delete its data",
    ...write,
    audit: "rum_site.remove",
    input: SiteId,
    output: Removed,
    run: removeSite,
  }),
});
