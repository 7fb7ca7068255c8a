import type { ReactNode } from "react";
import { Body, Column, Container, Head, Heading, Html, Preview, Row, Section } from "react-email";
import { currentLanguage, directionOf } from "@/messages/runtime/language";
import { emailsParts } from "@/messages/texts/emails-parts";
import type { Page } from "../define-email";
import { type Action, ActionButton } from "./action-button";
import { type AppPage, openPage } from "./app-page";
import type { Brand } from "./brand";
import { Footer, type Reason } from "./footer";
import { SmallPrint } from "./paragraph";
import { fonts, light, markStyle, padStart, styleSheet } from "./theme";

type EmailLayoutProps = Page & {
  reason: Reason;
  preview: string;
  heading: string;
  /** The main action. If omitted, the button opens a page of the app; if null, there is no button. */
  action?: Action | null;
  /** The page that the button opens if there is no `action`; by default, the app's home page. */
  opens?: AppPage;
  note?: ReactNode;
  children: ReactNode;
};

const WIDTH = 600;

const Masthead = ({ brand }: { brand: Brand }) => (
  <Row style={{ marginBottom: "20px" }}>
    <Column className="mark" width="32" height="32" style={markStyle} data-skip-in-text="true">
      &nbsp;
    </Column>
    <Column
      className="accent"
      style={{
        ...padStart("12px"),
        color: light.accent,
        fontFamily: fonts.text,
        fontSize: "18px",
        fontWeight: 700,
        letterSpacing: "-0.2px",
      }}
    >
      {brand.name}
    </Column>
  </Row>
);

const actionOf = ({ action, opens, brand, homeUrl }: EmailLayoutProps): Action | null => {
  if (action !== undefined) return action;
  if (opens && homeUrl) return openPage(opens, homeUrl);
  return homeUrl ? { label: emailsParts.open, url: brand.path ? new URL(brand.path, homeUrl).href : homeUrl } : null;
};

const Card = (email: EmailLayoutProps) => {
  const action = actionOf(email);
  return (
    <Section
      className="surface line"
      tdClassName="card"
      style={{
        padding: "36px 40px 24px",
        border: `1px solid ${light.line}`,
        borderRadius: "8px",
        borderCollapse: "separate",
        backgroundColor: light.surface,
      }}
    >
      <Heading
        className="ink"
        style={{
          margin: "0 0 20px",
          color: light.ink,
          fontFamily: fonts.text,
          fontSize: "26px",
          fontWeight: 700,
          letterSpacing: "-0.4px",
          lineHeight: "34px",
          wordBreak: "break-word",
        }}
      >
        {email.heading}
      </Heading>
      {email.children}
      {action ? <ActionButton {...action} /> : null}
      {email.note ? <SmallPrint>{email.note}</SmallPrint> : null}
    </Section>
  );
};

/** The layout of all emails: a masthead, a card with a heading, text and one button, and a footer. */
export const EmailLayout = (email: EmailLayoutProps) => (
  <Html lang={currentLanguage()} dir={directionOf(currentLanguage())}>
    <Head>
      <title>{email.title}</title>
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="color-scheme" content="light dark" />
      <meta name="supported-color-schemes" content="light dark" />
      <style>{styleSheet()}</style>
    </Head>
    <Preview useTitleTag={false}>{email.preview}</Preview>
    <Body className="canvas" style={{ margin: 0, backgroundColor: light.canvas, fontFamily: fonts.text }}>
      <Container
        tdClassName="edge"
        width={WIDTH}
        style={{ width: "100%", maxWidth: `${WIDTH}px`, padding: "32px 16px" }}
      >
        <Masthead brand={email.brand} />
        <Card {...email} />
        <Section data-text="footer" style={{ padding: "24px 8px 0" }}>
          <Footer {...email} />
        </Section>
      </Container>
    </Body>
  </Html>
);
