/** Starts all components. If that fails, exits, because Next.js would continue without them. */
export const startOrExit = async (): Promise<void> => {
  try {
    // Not imported at the top, because the module throws while it loads if the configuration is invalid.
    const { start } = await import("./index");
    await start();
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.stack : error}\n`);
    process.exit(1);
  }
};
