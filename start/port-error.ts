/** Thrown when a port can't be opened. `name` is the variable that sets the port; `code` is the system's error code. */
export class PortError extends Error {
  constructor(name: string, port: number, code: string | undefined) {
    super(
      code === "EADDRINUSE"
        ? `Port ${port} is already in use. Stop the program that uses it, or set ${name} to another port.`
        : `Port ${port} can't be opened (${code}). Set ${name} to another port.`,
    );
  }
}
