/** Starts everything, or ends the process, because Next would continue without it. */
export const startOrExit = async (): Promise<void> => {
  try {
    // Not imported at the top, because a wrong configuration throws while the module loads.
    const { start } = await import("./index");
    await start();
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.stack : error}\n`);
    process.exit(1);
  }
};
