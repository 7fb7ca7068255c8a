/** The message for a Node that is too old, or null when it is new enough. Versions as "20.19.0". */
export const findNodeProblem = (running: string, wanted = "20.19.0"): string | null => {
  const [major = 0, minor = 0] = running.split(".").map(Number);
  const [wantedMajor = 0, wantedMinor = 0] = wanted.split(".").map(Number);
  if (major > wantedMajor || (major === wantedMajor && minor >= wantedMinor)) return null;
  return `Curbcut needs Node ${wantedMajor}.${wantedMinor} or newer; this is ${running}. See https://nodejs.org/en/download.`;
};
