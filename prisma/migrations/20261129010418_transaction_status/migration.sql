CREATE TYPE "transaction_status" AS ENUM ('open', 'action_required', 'paid', 'void', 'uncollectible', 'pending', 'succeeded', 'failed', 'warning_needs_response', 'warning_under_review', 'warning_closed', 'needs_response', 'under_review', 'appeal_needs_response', 'appeal_under_review', 'won', 'lost', 'prevented', 'other');

-- A status that the payment provider has added since becomes 'other'.
ALTER TABLE "billing_transactions"
    ALTER COLUMN "status" TYPE "transaction_status" USING (
        CASE
            WHEN "status" = ANY (enum_range(NULL::"transaction_status")::TEXT[]) THEN "status"::"transaction_status"
            ELSE 'other'
        END
    );
