import { mutation, router } from "@/server/core/endpoint";
import { CreateSolution, Solution } from "./contract";
import { createSolution } from "./create-solution";

export const solutionsRouter = router({
  create: mutation({
    rest: "POST /api/solutions/",
    summary: "Suggest a fix for one element, checked by the scan engine",
    access: "solutions.create",
    limit: "fixes",
    audit: "solution.create",
    transaction: false,
    input: CreateSolution,
    output: Solution,
    errors: ["upstream_failed"],
    run: createSolution,
  }),
});
