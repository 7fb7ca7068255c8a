import { createServer } from "node:net";

/** Resolves to null if a server can listen on this port, otherwise to the system's error code, such as EADDRINUSE. */
export const findPortProblem = (port: number, host: string): Promise<string | null> =>
  new Promise((resolve) => {
    const server = createServer();
    server.once("error", (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    server.listen(port, host, () => server.close(() => resolve(null)));
  });
