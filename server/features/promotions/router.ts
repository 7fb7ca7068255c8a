import { mutation, router } from "@/server/core/endpoint";
import { SendPromotionCode, SentPromotionCode } from "./contract";
import { makeCode } from "./make-code";
import { sendCode } from "./send-code";

export const promotionsRouter = router({
  send: mutation({
    rest: "POST /api/v1/embed",
    summary: "Make a single-use promotion code and mail it to an agency partner",
    access: "service-key",
    limit: "service",
    audit: null,
    status: 201,
    idempotent: true,
    input: SendPromotionCode,
    output: SentPromotionCode,
    errors: ["conflict", "upstream_failed", "not_configured"],
    outside: makeCode,
    run: sendCode,
  }),
});
