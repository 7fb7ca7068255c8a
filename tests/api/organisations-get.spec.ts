import { expect, test } from "../support/api";
import { joinAs } from "../support/organisations";

test("200: the active organisation, for every role that may read it", async ({ as, org_id }) => {
  const reply = await as("billing").get(`/api/organisations/${org_id}/`);
  expect(reply.status).toBe(200);
  expect(reply.data).toMatchObject({ id: org_id, name: "Test organisation", role: "billing", active: true });
});

test("404: one of mine that is not active", async ({ as, otherOrganisation }) => {
  const otherId = await otherOrganisation().id();
  await as("owner").session();
  await joinAs((await as("owner").account()).id, otherId, "owner");
  expect(await as("owner").get(`/api/organisations/${otherId}/`)).toFail(404, "not_found");
});
