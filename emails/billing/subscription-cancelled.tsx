import { Facts } from "../_parts/facts";
import { formatMoment } from "../_parts/format";
import { Letter } from "../_parts/letter";
import { Paragraph } from "../_parts/paragraph";
import { defineEmail, emailData } from "../define-email";
import { moment, words } from "../fields";

export const subscriptionCancelled = defineEmail({
  data: emailData({ plan: words, ends_at: moment }),
  sample: { plan: "Agency", ends_at: "2026-12-31T23:59:00.000Z" },
  subject: ({ plan }) => `Your ${plan} plan was cancelled`,
  body: ({ plan, ends_at }, page) => (
    <Letter
      {...page}
      reason="billing"
      preview={`You can use it until ${formatMoment(ends_at)}.`}
      heading={`Your ${plan} plan was cancelled`}
    >
      <Paragraph>Nothing more will be charged. You can use the plan until it ends.</Paragraph>
      <Facts
        facts={[
          { label: "Plan", value: plan },
          { label: "Ends", value: formatMoment(ends_at) },
        ]}
      />
      <Paragraph>
        After that, your account goes on with the free plan. If you change your mind, choose a plan again.
      </Paragraph>
    </Letter>
  ),
});
