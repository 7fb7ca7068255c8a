import { Letter } from "../_parts/letter";
import { Paragraph } from "../_parts/paragraph";
import { defineEmail, emailData } from "../define-email";
import { address } from "../fields";

export const paymentActionRequired = defineEmail({
  data: emailData({ url: address }),
  sample: { url: "https://pay.example/confirm/in_1Q8" },
  subject: () => "Your bank asks you to confirm a payment",
  body: ({ url }, page) => (
    <Letter
      {...page}
      reason="billing"
      preview="The payment waits until you confirm it."
      heading="Your bank asks you to confirm a payment"
      action={{ label: "Confirm the payment", url }}
    >
      <Paragraph>
        To make sure that it is really you, your bank wants you to confirm our latest invoice. The payment waits until
        you do.
      </Paragraph>
    </Letter>
  ),
});
