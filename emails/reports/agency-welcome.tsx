import { Letter } from "../_parts/letter";
import { List, steps } from "../_parts/list";
import { Greeting, Paragraph } from "../_parts/paragraph";
import { defineEmail, emailData } from "../define-email";
import { words } from "../fields";

const whatHappens = steps([
  "When someone has a report made through you, you get a message with the website and how to reach them.",
  "The report says what to fix first, so that you can make an offer with it in hand.",
  "After your work, a new audit shows what is fixed.",
]);

export const agencyWelcome = defineEmail({
  data: emailData({ name: words }),
  sample: { name: "Grace" },
  subject: (_, brand) => `Welcome as a partner of ${brand.name}`,
  body: ({ name }, page) => (
    <Letter
      {...page}
      reason="agency"
      preview="How leads reach you, and what you can do with a report."
      heading="Welcome as a partner"
    >
      <Greeting name={name} />
      <Paragraph>It is good to have you with us. This is how we work together:</Paragraph>
      <List items={whatHappens} />
    </Letter>
  ),
});
