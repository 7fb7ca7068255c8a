import { query, router } from "@/server/endpoint/endpoint";
import { ListRules, RuleList } from "./contract";
import { listRules } from "./list-rules";

export const rulesRouter = router({
  list: query({
    rest: "GET /api/rules/",
    summary: "List the rules that audits run, with advice on each",
    access: "public",
    limit: "read",
    input: ListRules,
    output: RuleList,
    etag: true,
    run: listRules,
  }),
});
