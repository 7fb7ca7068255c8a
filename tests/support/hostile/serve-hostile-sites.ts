import { startRawServer } from "../scanner/raw-server";
import { serveSite } from "../scanner/serve-site";
import { hostilePages } from "./pages";
import { brokenServers, hostileServers } from "./servers";

export interface HostileSite {
  kind: string;
  url: string;
}

const servePage = async (kind: string, makePage: () => string): Promise<HostileSite> => {
  const page = makePage();
  const { origin } = await serveSite(() => ({ "*": page }));
  return { kind, url: `${origin}/` };
};

/** Serves every kind of hostile page and server, each as its own website on loopback, until the process exits. */
export const serveHostileSites = (): Promise<HostileSite[]> =>
  Promise.all([
    ...Object.entries(hostilePages).map(([kind, makePage]) => servePage(kind, makePage)),
    ...Object.entries(hostileServers).map(async ([kind, answer]) => {
      const { origin } = await serveSite(() => ({ "*": answer }));
      return { kind, url: `${origin}/` };
    }),
    ...Object.entries(brokenServers).map(async ([kind, answer]) => {
      const { port } = await startRawServer(answer);
      return { kind, url: `http://127.0.0.1:${port}/` };
    }),
  ]);
