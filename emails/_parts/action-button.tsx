import { Button, Section } from "react-email";
import { emailsParts } from "@/messages/texts/emails-parts";
import { SmallPrint } from "./paragraph";
import { safeAddress } from "./safe-address";
import { SafeLink } from "./safe-link";
import { fonts, light } from "./theme";

export type Action = { label: string; url: string };

export const ActionButton = ({ label, url }: Action) => {
  const href = safeAddress(url);
  if (!href) {
    return (
      <SmallPrint>
        {label}: {url}
      </SmallPrint>
    );
  }
  return (
    <>
      <Section style={{ margin: "28px 0 20px" }}>
        <Button
          href={href}
          className="button"
          data-text="action"
          style={{
            padding: "14px 24px",
            borderRadius: "8px",
            backgroundColor: light.accent,
            color: light.onAccent,
            fontFamily: fonts.text,
            fontSize: "16px",
            fontWeight: 600,
          }}
        >
          {label}
        </Button>
      </Section>
      <div data-skip-in-text="true">
        <SmallPrint>
          {emailsParts.openLink}
          <br />
          <SafeLink url={href} className="soft" />
        </SmallPrint>
      </div>
    </>
  );
};
