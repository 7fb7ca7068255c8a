import { Image, Page, View } from "@react-pdf/renderer";
import { report } from "@/messages/texts/report";
import { authorOf, type ReportModel } from "../model/report-model";
import { scopeOf } from "../model/summary";
import { palette } from "../palette";
import { Address, WebLink } from "../parts/basics";
import { TaggedText, TaggedView } from "../parts/tagged";
import { shorten } from "../text/break-lines";
import { CONTENT_WIDTH, PAGE_HEIGHT, styles } from "../theme";

type CoverProps = { model: ReportModel; title: string };

const FACT_LABEL = 110;

const Brand = ({ model }: { model: ReportModel }) => {
  const { logo, name, accent } = model.brand;
  if (logo) {
    const structure = {
      tag: "Figure",
      alt: name ? report.cover.logoOf({ name: shorten(name, 120) }) : report.cover.logo,
    } as const;
    return (
      <Image
        src={logo}
        style={{ height: 48, maxWidth: 220, objectFit: "contain", objectPositionX: 0, alignSelf: "flex-start" }}
        {...{ structure }}
      />
    );
  }
  return (
    <TaggedText structure={{ tag: "P" }} style={{ fontSize: 14, fontWeight: 600, color: accent, textAlign: "left" }}>
      {shorten(authorOf(model), 80)}
    </TaggedText>
  );
};

export const coverFacts = (model: ReportModel): [label: string, value: string][] => [
  [report.cover.date, model.moment],
  [report.cover.scope, scopeOf(model)],
  [report.cover.standard, shorten(model.standard, 120)],
  [report.cover.preparedBy, shorten(authorOf(model), 120)],
  ...(model.auditId ? [[report.cover.auditId, shorten(model.auditId, 80)] satisfies [string, string]] : []),
];

const Facts = ({ model }: { model: ReportModel }) => (
  <TaggedView structure={{ tag: "L", numbering: "None" }}>
    {coverFacts(model).map(([label, value]) => (
      <TaggedView key={label} structure={{ tag: "LI" }} style={{ flexDirection: "row", marginBottom: 5 }}>
        <TaggedText structure={{ tag: "Lbl" }} style={{ width: FACT_LABEL, color: palette.quiet }}>
          {`${label} `}
        </TaggedText>
        <TaggedText structure={{ tag: "LBody" }} style={{ flex: 1, textAlign: "left" }}>
          {value}
        </TaggedText>
      </TaggedView>
    ))}
  </TaggedView>
);

const SiteAddress = ({ model: { site } }: { model: ReportModel }) => {
  if (!site.url) return null;
  const address = <Address text={shorten(site.url, 400)} width={CONTENT_WIDTH} color={palette.quiet} />;
  return (
    <TaggedView structure={{ tag: "P" }} style={{ marginTop: 6 }}>
      {site.link ? (
        <WebLink
          address={site.link}
          description={report.cover.website({ url: shorten(site.url, 200) })}
          style={{ color: palette.quiet }}
        >
          {address}
        </WebLink>
      ) : (
        address
      )}
    </TaggedView>
  );
};

export const Cover = ({ model, title }: CoverProps) => (
  <Page size="A4" style={[styles.page, { paddingTop: 72 }]} experimentalPagination wrap={false}>
    <View
      style={{
        position: "absolute",
        top: 0,
        left: 0,
        width: 14,
        height: PAGE_HEIGHT,
        backgroundColor: model.brand.accent,
      }}
    />
    <Brand model={model} />
    <View style={{ height: 170 }} />
    <TaggedText structure={{ tag: "H1", bookmark: { title, level: 1 } }} style={styles.h1}>
      {title}
    </TaggedText>
    <TaggedText
      structure={{ tag: "P" }}
      style={{
        fontSize: 20,
        lineHeight: 1.3,
        fontWeight: 600,
        color: model.brand.accent,
        marginTop: 10,
        textAlign: "left",
      }}
    >
      {model.site.name}
    </TaggedText>
    <SiteAddress model={model} />
    <View style={{ height: 1, width: 80, backgroundColor: palette.line, marginTop: 40, marginBottom: 28 }} />
    <Facts model={model} />
  </Page>
);
