import { mutation, query, router } from "@/server/core/endpoint";
import { nothing, pageOf } from "@/server/core/schema";
import { AddSite, Beacon, ChangeSite, GetSummary, ListSites, Removed, Site, SiteId, Summary } from "./contract";
import { getSummary } from "./get-summary";
import { listSites } from "./list-sites";
import { addSite, changeSite, getSite, removeSite, rotateKey } from "./sites";
import { takeBeacon } from "./take-beacon";

const write = { access: "websites.write", limit: "write" } as const;

export const rumRouter = router({
  collect: mutation({
    rest: "POST /api/rum/",
    summary: "Take what a visitor's browser measured",
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
    run: takeBeacon,
  }),
  summary: query({
    rest: "GET /api/rum/summary/",
    summary: "What real visits to a website measured, by page, device and day",
    access: "rum.read",
    limit: "read",
    input: GetSummary,
    output: Summary,
    errors: ["not_found"],
    run: getSummary,
  }),
  listSites: query({
    rest: "GET /api/rum/sites/",
    summary: "List the websites whose real visits are measured",
    access: "rum.read",
    limit: "read",
    input: ListSites,
    output: pageOf(Site),
    run: listSites,
  }),
  addSite: mutation({
    rest: "POST /api/rum/sites/",
    summary: "Begin to measure real visits to a website",
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
    summary: "Read how real visits to a website are measured",
    access: "rum.read",
    limit: "read",
    input: SiteId,
    output: Site,
    run: getSite,
  }),
  changeSite: mutation({
    rest: "PATCH /api/rum/sites/{id}/",
    summary: "Change the origins or the sample rate of a measured website",
    ...write,
    audit: "rum_site.change",
    input: ChangeSite,
    output: Site,
    run: changeSite,
  }),
  rotateKey: mutation({
    rest: "POST /api/rum/sites/{id}/rotate-key/",
    summary: "Give a measured website a new key in the place of the old one",
    ...write,
    audit: "rum_site.rotate_key",
    input: SiteId,
    output: Site,
    run: rotateKey,
  }),
  removeSite: mutation({
    rest: "DELETE /api/rum/sites/{id}/",
    summary: "Measure real visits to a website no more, and forget what was measured",
    ...write,
    audit: "rum_site.remove",
    input: SiteId,
    output: Removed,
    run: removeSite,
  }),
});
