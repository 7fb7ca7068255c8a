import type { Server } from "node:net";

/** Returns the TCP port of a server that is listening. */
export const listeningPort = (server: Server): number => {
  const address = server.address();
  if (typeof address !== "object" || address === null) throw new Error("The server isn't listening on a TCP port.");
  return address.port;
};
