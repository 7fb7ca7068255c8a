import { findStaleDocuments } from "@/scripts/docs/blocks";
import { root } from "@/scripts/support/root";
import { fromLines, type Step } from "./step";

export const documents: Step = {
  name: "documents",
  run: async () =>
    fromLines(
      (await findStaleDocuments(root)).map(
        (file) => `${file} differs from the code; run: npx tsx scripts/docs.ts --write`,
      ),
    ),
};
