import type { Server } from "node:http";

/** Time limits for a request's headers and for the whole request. They allow a 5 MB upload at 1 Mbit/s. */
const usual = { headersMs: 15_000, requestMs: 45_000 };

/**
 * Ends requests that arrive too slowly, with status 408 if none of the body was read. Node checks for slow requests
 * every 30 s unless the server was created with a different interval.
 */
export const endSlowRequests = (server: Server, { headersMs, requestMs } = usual): void => {
  server.headersTimeout = headersMs;
  server.requestTimeout = requestMs;
};
