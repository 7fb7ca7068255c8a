import { query, router } from "@/server/endpoint/endpoint";
import { engineVersion, listRulesInUse } from "@/server/scanner/rule-facts";
import { adviseOnRule } from "./advice";
import { ListRules, RuleList } from "./contract";

const listRules = (): RuleList => ({
  axe_version: engineVersion,
  rules: listRulesInUse().map((rule) => {
    const { who, why, fix, effort } = adviseOnRule(rule.rule_id, rule);
    return { ...rule, act_rules: [...rule.act_rules], who, why, fix, effort };
  }),
});

export const rulesRouter = router({
  list: query({
    rest: "GET /api/rules/",
    summary: "List the rules that audits run, with advice on each",
    access: "public",
    limit: "read",
    input: ListRules,
    output: RuleList,
    etag: true,
    run: async () => listRules(),
  }),
});
