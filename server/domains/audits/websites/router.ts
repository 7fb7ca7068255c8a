import { pageOf } from "@/server/core/schema";
import { mutation, query, router } from "@/server/endpoint/endpoint";
import { addWebsite } from "./add-website";
import { AddWebsite, ChangeWebsite, ListWebsites, Removed, Website, WebsiteId } from "./contract";
import { getWebsite } from "./get-website";
import { listWebsites } from "./list-websites";
import { removeWebsite } from "./remove-website";
import { updateWebsite } from "./update-website";

export const websitesRouter = router({
  list: query({
    rest: "GET /api/websites/",
    summary: "List websites",
    access: "websites.read",
    limit: "read",
    input: ListWebsites,
    output: pageOf(Website),
    run: listWebsites,
  }),
  add: mutation({
    rest: "POST /api/websites/",
    summary: "Create a website",
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
    summary: "Get a website",
    access: "websites.read",
    limit: "read",
    input: WebsiteId,
    output: Website,
    run: getWebsite,
  }),
  change: mutation({
    rest: "PATCH /api/websites/{id}/",
    summary: "Update a website's name or scan settings",
    access: "websites.write",
    limit: "write",
    audit: "website.change",
    input: ChangeWebsite,
    output: Website,
    errors: ["plan_limit_reached"],
    run: updateWebsite,
  }),
  remove: mutation({
    rest: "DELETE /api/websites/{id}/",
    summary: "Delete a website and all its audits",
    access: "websites.delete",
    limit: "write",
    audit: "website.remove",
    input: WebsiteId,
    output: Removed,
    run: removeWebsite,
  }),
});
