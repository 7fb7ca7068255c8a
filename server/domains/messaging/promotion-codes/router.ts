import { mutation, router } from "@/server/endpoint/endpoint";
import { SendPromotionCode, SentPromotionCode } from "./contract";
import { createCode } from "./create-code";
import { sendCode } from "./send-code";

export const promotionsRouter = router({
  send: mutation({
    rest: "POST /api/v1/embed",
    summary: "Create a single-use promotion code and email it to an agency partner",
    access: "service-key",
    limit: "service",
    audit: null,
    status: 201,
    idempotent: true,
    input: SendPromotionCode,
    output: SentPromotionCode,
    errors: ["conflict", "upstream_failed", "not_configured"],
    outside: createCode,
    run: sendCode,
  }),
});
