import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import type { Site } from "@/server/domains/monitoring/rum/contract";
import type { Reply, SignedIn } from "./api";

/** Returns a beacon for a visit, as /rum.js sends it. */
export const beaconOf = (site: Pick<Site, "site_key">, given: Record<string, unknown> = {}) => ({
  site_key: site.site_key,
  page: "/shop/",
  device: "phone",
  navigation_type: "navigate",
  reduced_motion: false,
  forced_colours: false,
  lcp_ms: 1_834.5,
  inp_ms: 96,
  cls: 0.0312,
  fcp_ms: 912,
  ttfb_ms: 310,
  ...given,
});

/** Returns the Origin header that a browser sends with a beacon from a page of the website. */
export const fromPageOf = (site: Pick<Site, "url">): { origin: string } => ({ origin: new URL(site.url).origin });

let count = 0;

/** Creates a website whose visits are measured. */
export const measuredSite = async (client: SignedIn, given: Record<string, unknown> = {}): Promise<Site> => {
  count += 1;
  const website = await client.post("/api/websites/", { url: `https://shop-${count}.example.org/` });
  const site: Reply = await client.post("/api/rum/sites/", { website_id: website.data.id, ...given });
  return site.data;
};

export interface Listening {
  url: string;
  close(): Promise<void>;
}

/** Starts a server on loopback with this listener, as the app does in front of Next.js. */
export const listen = async (answer: RequestListener): Promise<Listening> => {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};
