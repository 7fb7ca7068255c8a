import { Facts } from "../_parts/facts";
import { formatQuantity } from "../_parts/format";
import { Letter } from "../_parts/letter";
import { Paragraph } from "../_parts/paragraph";
import { defineEmail, emailData } from "../define-email";
import { quantity } from "../fields";

export const usageLimitReached = defineEmail({
  data: emailData({ limit: quantity }),
  sample: { limit: "25 websites" },
  subject: ({ limit }) => `You have reached the limit of your plan: ${formatQuantity(limit)}`,
  body: ({ limit }, page) => (
    <Letter
      {...page}
      reason="billing"
      preview="What you have goes on. To add more, change the plan or make room."
      heading="You have reached a limit of your plan"
    >
      <Paragraph>What you have goes on as before, and nothing was deleted.</Paragraph>
      <Facts facts={[{ label: "In your plan", value: formatQuantity(limit) }]} />
      <Paragraph>
        To add more, choose a larger plan under plan and invoices, or remove what you no longer need.
      </Paragraph>
    </Letter>
  ),
});
