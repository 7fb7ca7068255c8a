import type { Need } from "@/app/_client/organisations";
import type { Outputs } from "@/app/_client/trpc";
import { listItems as accessibilityPages } from "@/app/(accessibility)/_parts/navigation";
import { listItems as servicePages } from "@/app/(service)/_parts/navigation";
import { formatMoment } from "@/messages/runtime/formats";
import { shared } from "@/messages/texts/shared";
import { shell } from "@/messages/texts/shell";
import type { NavigationItem } from "../app-navigation";
import { type Theme, themes } from "../theme";

const { palette: texts } = shell;

export type Entry = { id: string; label: string; hint?: string; run: () => void };
export type Section = { id: string; label: string; entries: readonly Entry[] };

type Website = Outputs["websites"]["list"]["items"][number];
type Audit = Outputs["audits"]["list"]["items"][number];
type Organisation = Outputs["organisations"]["list"]["items"][number];
type May = (need: Need) => boolean;

/** The actions that palette entries can start. */
export type Deeds = {
  go: (path: string) => void;
  scan: (website_id: string) => void;
  activate: (org_id: string) => void;
  showKeys: () => void;
  setTheme: (theme: Theme) => void;
  signOut: () => void;
};

const when = { dateStyle: "long", timeStyle: "short" } as const;
const scansOffered = 3;

const listPages = (): readonly NavigationItem[] => [...accessibilityPages(), ...servicePages()];

/** Returns all entries, including those that don't match the typed text. */
export const listSections = (
  known: { websites: readonly Website[]; audits: readonly Audit[]; organisations: readonly Organisation[]; may: May },
  deeds: Deeds,
): Section[] => {
  const { websites, audits, organisations, may } = known;
  const scans = may("scans.run") ? websites.slice(0, scansOffered) : [];
  return [
    {
      id: "websites",
      label: texts.websites,
      entries: websites.map(({ id, name, url }) => ({
        id: `website-${id}`,
        label: name,
        hint: url,
        run: () => deeds.go(`/accessibility/websites/${id}`),
      })),
    },
    {
      id: "audits",
      label: texts.audits,
      entries: audits.map(({ id, website_name, created_at }) => ({
        id: `audit-${id}`,
        label: texts.audit({ name: website_name, when: formatMoment(new Date(created_at), when) }),
        run: () => deeds.go(`/accessibility/audits/${id}`),
      })),
    },
    {
      id: "pages",
      label: texts.pages,
      entries: listPages()
        .filter(({ needs }) => !needs || may(needs))
        .map(({ href, label }) => ({ id: href, label, run: () => deeds.go(href) })),
    },
    {
      id: "actions",
      label: texts.actions,
      entries: [
        ...scans.map(({ id, name }) => ({ id: `scan-${id}`, label: texts.scan({ name }), run: () => deeds.scan(id) })),
        ...organisations
          .filter(({ active }) => !active)
          .map(({ id, name }) => ({
            id: `to-${id}`,
            label: texts.organisation({ name }),
            run: () => deeds.activate(id),
          })),
        { id: "keys", label: shell.keys, run: deeds.showKeys },
        ...themes.map((id) => ({
          id: `theme-${id}`,
          label: texts.theme({ name: shared.themes[id] }),
          run: () => deeds.setTheme(id),
        })),
        { id: "sign-out", label: shell.signOut, run: deeds.signOut },
      ],
    },
  ];
};

/** Returns the sections with the entries that match every typed word. */
export const findEntries = (
  sections: readonly Section[],
  typed: string,
  contains: (text: string, part: string) => boolean,
): Section[] => {
  const words = typed.split(/\s+/).filter(Boolean);
  return sections
    .map((section) => ({
      ...section,
      entries: section.entries.filter(({ label, hint = "" }) =>
        words.every((word) => contains(`${section.label} ${label} ${hint}`, word)),
      ),
    }))
    .filter(({ entries }) => entries.length > 0);
};
