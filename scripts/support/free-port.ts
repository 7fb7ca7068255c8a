import { createServer } from "node:net";

/** Null when a server can listen there, otherwise the system's code such as EADDRINUSE. */
export const findPortProblem = (port: number, host: string): Promise<string | null> =>
  new Promise((resolve) => {
    const server = createServer();
    server.once("error", (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    server.listen(port, host, () => server.close(() => resolve(null)));
  });
