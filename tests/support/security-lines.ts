import pino from "pino";
import { securityLog } from "@/server/core/security-log";

type Line = Record<string, unknown>;

/** Returns the lines that the security log writes while `work` runs. */
export const readSecurityLines = async (work: () => Promise<unknown>): Promise<Line[]> => {
  const lines: Line[] = [];
  const target = securityLog as unknown as Record<symbol, unknown>;
  const { streamSym } = pino.symbols;
  const [stream, level] = [target[streamSym], securityLog.level];
  target[streamSym] = { write: (text: string) => void lines.push(JSON.parse(text) as Line) };
  securityLog.level = "info";
  try {
    await work();
  } finally {
    target[streamSym] = stream;
    securityLog.level = level;
  }
  return lines;
};
