import { Facts } from "../_parts/facts";
import { formatQuantity } from "../_parts/format";
import { Letter } from "../_parts/letter";
import { Paragraph } from "../_parts/paragraph";
import { defineEmail, emailData } from "../define-email";
import { quantity } from "../fields";

export const usageLimitWarning = defineEmail({
  data: emailData({ limit: quantity, used: quantity }),
  sample: { limit: "25 websites", used: 22 },
  subject: ({ limit, used }) => `You have used ${formatQuantity(used)} of ${formatQuantity(limit)}`,
  body: ({ limit, used }, page) => (
    <Letter
      {...page}
      reason="billing"
      preview="You are close to a limit of your plan. Nothing stops yet."
      heading="You are close to a limit of your plan"
    >
      <Paragraph>
        Nothing stops yet. When the limit is reached, what you have goes on, but nothing can be added.
      </Paragraph>
      <Facts
        facts={[
          { label: "In your plan", value: formatQuantity(limit) },
          { label: "Used", value: formatQuantity(used) },
        ]}
      />
      <Paragraph>You can compare plans under plan and invoices.</Paragraph>
    </Letter>
  ),
});
