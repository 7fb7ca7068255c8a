import { OrganisationId } from "@/server/domains/identity/memberships/contract";
import { mutation, query, router } from "@/server/endpoint/endpoint";
import { Branding, UpdateBranding } from "./contract";
import { getBranding } from "./get-branding";
import { prepareLogo } from "./store-logo";
import { removeLogo, updateBranding } from "./update-branding";

/** Large enough for a 1 MB logo in base64. */
const brandingBytes = 1_500_000;

export const brandingRouter = router({
  get: query({
    rest: "GET /api/organisations/{id}/branding/",
    summary: "Get the report branding of the active organisation",
    access: "org.read",
    limit: "read",
    input: OrganisationId,
    output: Branding,
    run: getBranding,
  }),
  change: mutation({
    rest: "PATCH /api/organisations/{id}/branding/",
    summary: "Update the name, accent colour and logo shown in reports",
    access: "branding.write",
    limit: "write",
    audit: "branding.change",
    maxBytes: brandingBytes,
    errors: ["upstream_failed"],
    input: UpdateBranding,
    output: Branding,
    outside: prepareLogo,
    run: updateBranding,
  }),
  removeLogo: mutation({
    rest: "DELETE /api/organisations/{id}/branding/logo/",
    summary: "Remove the logo from reports",
    access: "branding.write",
    limit: "write",
    audit: "branding.remove_logo",
    input: OrganisationId,
    output: Branding,
    run: removeLogo,
  }),
});
