import { Fix } from "./contract";

const fence = /^\s*```(?:json)?\s*\n([\s\S]*?)\n\s*```\s*$/i;

/** A model's answer as a fix, or what is wrong with it. Fenced JSON is taken too; text around it is not. */
export const readAnswer = (answer: string): { fix: Fix } | { problem: string } => {
  const text = fence.exec(answer)?.[1] ?? answer;
  try {
    const parsed = Fix.safeParse(JSON.parse(text));
    if (!parsed.success)
      return {
        problem: `The object is not of that shape: ${parsed.error.issues.map(({ path, message }) => `${path.join(".")} ${message}`).join("; ")}`,
      };
    if (parsed.data.correct_code.trim() === "" || parsed.data.explanation.trim() === "")
      return { problem: "correct_code and explanation must not be empty." };
    return { fix: parsed.data };
  } catch {
    return { problem: "The answer is not one JSON object and nothing else." };
  }
};
