/** The first supported minor version of each major version. From 24 on, all versions are supported. */
const firstMinor: Readonly<Record<number, number>> = { 20: 19, 22: 19 };
const firstLaterLine = 24;

const isSupported = (major: number, minor: number): boolean =>
  major >= firstLaterLine || minor >= (firstMinor[major] ?? Number.POSITIVE_INFINITY);

/** Returns an error message for an unsupported Node version, such as "18.20.0"; null for a supported version. */
export const findNodeProblem = (running: string): string | null => {
  const [major = 0, minor = 0] = running.split(".").map(Number);
  if (isSupported(major, minor)) return null;
  return `Curbcut needs Node 22.19, 24 or 26 (20.19 still works). This is Node ${running}. See https://nodejs.org/en/download.`;
};
