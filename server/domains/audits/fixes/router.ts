import { mutation, router } from "@/server/endpoint/endpoint";
import { CreateSolution, Solution } from "./contract";
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
});
