import { expect, test } from "../support/api";
import { joinAs } from "../support/organisations";

test("returns the active organisation to every role that can read it", async ({ as, org_id }) => {
  const reply = await as("billing").get(`/api/organisations/${org_id}/`);
  expect(reply.status).toBe(200);
  expect(reply.data).toMatchObject({ id: org_id, name: "Test organisation", role: "billing", active: true });
});

test("returns 404 for an organisation that the caller belongs to but that isn't active", async ({
  as,
  otherOrganisation,
}) => {
  const otherId = await otherOrganisation().id();
  await as("owner").session();
  await joinAs((await as("owner").account()).id, otherId, "owner");
  expect(await as("owner").get(`/api/organisations/${otherId}/`)).toFail(404, "not_found");
});
