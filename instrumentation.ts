export const register = async (): Promise<void> => {
  // biome-ignore lint/style/noProcessEnv: Next replaces this at build time, which keeps Node's modules out of its edge bundle.
  if (process.env["NEXT_RUNTIME"] !== "nodejs") return;
  try {
    const { start } = await import("./start");
    await start();
  } catch (error) {
    // A wrong configuration, say. Next would go on without any of it.
    process.stderr.write(`${error instanceof Error ? error.stack : error}\n`);
    process.exit(1);
  }
};
