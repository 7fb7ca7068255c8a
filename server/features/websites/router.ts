import { mutation, query, router } from "@/server/core/endpoint";
import { pageOf } from "@/server/core/schema";
import { addWebsite } from "./add-website";
import { changeWebsite } from "./change-website";
import { AddWebsite, ChangeWebsite, ListWebsites, Removed, Website, WebsiteId } from "./contract";
import { getWebsite } from "./get-website";
import { listWebsites } from "./list-websites";
import { removeWebsite } from "./remove-website";

export const websitesRouter = router({
  list: query({
    rest: "GET /api/websites/",
    summary: "List the websites of the organisation",
    access: "websites.read",
    limit: "read",
    input: ListWebsites,
    output: pageOf(Website),
    run: listWebsites,
  }),
  add: mutation({
    rest: "POST /api/websites/",
    summary: "Add a website",
    access: "websites.write",
    limit: "write",
    audit: "website.add",
    status: 201,
    input: AddWebsite,
    output: Website,
    errors: ["conflict", "plan_limit_reached"],
    run: addWebsite,
  }),
  get: query({
    rest: "GET /api/websites/{id}/",
    summary: "Read a website",
    access: "websites.read",
    limit: "read",
    input: WebsiteId,
    output: Website,
    run: getWebsite,
  }),
  change: mutation({
    rest: "PATCH /api/websites/{id}/",
    summary: "Change the name or the scan settings of a website",
    access: "websites.write",
    limit: "write",
    audit: "website.change",
    input: ChangeWebsite,
    output: Website,
    errors: ["plan_limit_reached"],
    run: changeWebsite,
  }),
  remove: mutation({
    rest: "DELETE /api/websites/{id}/",
    summary: "Remove a website with all its audits",
    access: "websites.delete",
    limit: "write",
    audit: "website.remove",
    input: WebsiteId,
    output: Removed,
    run: removeWebsite,
  }),
});
