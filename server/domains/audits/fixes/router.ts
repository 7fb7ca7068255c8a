import { mutation, router } from "@/server/endpoint/endpoint";
import { CreateComponentFix, CreateSolution, Solution } from "./contract";
import { createComponentFix } from "./create-component-fix";
import { createSolution } from "./create-solution";

export const solutionsRouter = router({
  create: mutation({
    rest: "POST /api/solutions/",
    summary: "Suggest a fix for an element and check it with the scan engine",
    access: "solutions.create",
    limit: "write",
    audit: "solution.create",
    transaction: false,
    input: CreateSolution,
    output: Solution,
    errors: ["upstream_failed", "rate_limited"],
    run: createSolution,
  }),
  createForComponent: mutation({
    rest: "POST /api/solutions/component/",
    summary: "Suggest a fix for an element and try it on other pages with the same component",
    access: "solutions.create",
    limit: "write",
    audit: "solution.try_elsewhere",
    transaction: false,
    input: CreateComponentFix,
    output: Solution,
    errors: ["upstream_failed", "rate_limited"],
    run: createComponentFix,
  }),
});
