import "../support/environment";
import { expect, test } from "@playwright/test";
import { env } from "@/server/core/env";
import { addSecurityHeaders } from "@/start/security-headers";
import { configure } from "../support/configure";
import { serve } from "../support/monitors";

const { HSTS, BASE_URL } = env;

test.afterEach(() => configure({ HSTS, BASE_URL }));

const readHsts = async (): Promise<string | null> => {
  const place = await serve((request, response) => {
    addSecurityHeaders(request, response);
    response.writeHead(204).end();
  });
  const { headers } = await fetch(place.url);
  await place.close();
  return headers.get("strict-transport-security");
};

test("sends HSTS with a max-age of one year by default, with another duration if one is set, and not at all if it is disabled [L6]", async () => {
  configure({ BASE_URL: "https://curbcut.example" });
  expect(await readHsts()).toBe("max-age=31536000; includeSubDomains");
  configure({ HSTS: "max-age=60" });
  expect(await readHsts()).toBe("max-age=60");
  configure({ HSTS: "off" });
  expect(await readHsts()).toBeNull();
});
