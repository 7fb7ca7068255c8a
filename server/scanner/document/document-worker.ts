import type { DocumentCheck } from "../document-report";
import { endWithParent } from "../worker/end-with-parent";
import { checkDocument } from "./check-document";

const check = (bytes: Uint8Array): DocumentCheck => {
  const { findings, ...result } = checkDocument(bytes);
  return {
    ...result,
    findings: findings.map(({ ruleId, criteria, ...finding }) => ({
      rule_id: ruleId,
      criteria: [...criteria],
      ...finding,
    })),
  };
};

endWithParent();
process.on("message", (bytes: Uint8Array) => void process.send?.(check(bytes)));
