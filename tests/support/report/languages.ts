import { ReportData } from "@/server/domains/reports/report-data";
import { sampleReport } from "./sample-report";

export type LanguageSample = { language: string; font: RegExp; site: string; texts: readonly string[]; html: string };

/** Reports with text in scripts that need their own fonts and layout. */
export const LANGUAGES: Readonly<Record<string, LanguageSample>> = {
  Arabic: {
    language: "ar",
    font: /NotoSansArabic/,
    site: "متجر الأباريق",
    texts: ["يجب أن تحتوي الصور على نص بديل", "تباين الألوان ضعيف، راجع https://example.org/help قبل النشر"],
    html: '<img alt="صورة إبريق أزرق">',
  },
  Hebrew: {
    language: "he",
    font: /NotoSansHebrew/,
    site: "חנות הקומקומים",
    texts: ["לתמונות חייב להיות טקסט חלופי", "כפתור ללא שם, ראו https://example.org/help לפני הפרסום"],
    html: "<button>שלום</button>",
  },
  Chinese: {
    language: "zh",
    font: /NotoSansSC/,
    site: "茶壶商店",
    texts: ["图片必须有替代文本", "颜色对比度不足：文本与背景之间的对比度至少应为4.5:1，“低视力用户”才能阅读。"],
    html: '<img title="蓝色茶壶">',
  },
  Japanese: {
    language: "ja",
    font: /NotoSansJP/,
    site: "急須の店",
    texts: [
      "画像には代替テキストが必要です",
      "色のコントラストが不足しています。「ロービジョン」の人が読めるようにしてください。",
    ],
    html: '<img title="青い急須">',
  },
  Korean: {
    language: "ko",
    font: /NotoSansKR/,
    site: "찻주전자 가게",
    texts: ["이미지에는 대체 텍스트가 있어야 합니다", "색상 대비가 부족합니다. 저시력 사용자가 읽을 수 있어야 합니다."],
    html: '<img title="파란 찻주전자">',
  },
  Thai: {
    language: "th",
    font: /NotoSansThai/,
    site: "ร้านกาน้ำชา",
    texts: ["รูปภาพต้องมีข้อความแทน", "ปุ่มต้องมีข้อความที่เข้าใจได้ มิฉะนั้นผู้ใช้โปรแกรมอ่านหน้าจอจะไม่ทราบว่าปุ่มทำหน้าที่อะไร"],
    html: '<img title="กาน้ำชา">',
  },
  Hindi: {
    language: "hi",
    font: /NotoSansDevanagari/,
    site: "चायदानी की दुकान",
    texts: ["छवियों में वैकल्पिक पाठ होना चाहिए", "रंग का अंतर पर्याप्त नहीं है, कम दृष्टि वाले लोग पढ़ नहीं सकते।"],
    html: '<img title="नीली चायदानी">',
  },
};

/** Returns the sample report with its website, rules, pages and code in another language. */
export const reportIn = ({ site, texts, html }: LanguageSample): ReportData => {
  const sample = sampleReport(2);
  const textAt = (index: number): string => texts[index % texts.length] ?? "";
  return ReportData.parse({
    ...sample,
    website: { url: "https://example.org/", name: site },
    issues: sample.issues?.map((issue, index) => ({
      ...issue,
      rule_id: `local-${index}`,
      help: textAt(index),
      description: textAt(index + 1),
      examples: [{ page_url: "https://example.org/a", selector: "main > img", html }],
    })),
    pages: sample.pages?.slice(0, 6).map((page, index) => ({ ...page, title: textAt(index) })),
  });
};
