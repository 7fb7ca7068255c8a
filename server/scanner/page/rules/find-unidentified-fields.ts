import type { StructureFinding, StructureReader } from "./structure-notes";

/**
 * Runs in the page: returns fields that seem to ask for the user's own data but don't declare this with the
 * `autocomplete` attribute. A person has to decide whether the data is the user's own.
 */
export const findUnidentifiedFields = ({ isShown, labelOf }: StructureReader): StructureFinding[] => {
  const purposes = {
    email:
      /^(?:your |ihre? |votre |tu |la tua |uw |je )?(?:e-?mail(?:[- ]?(?:address|adresse|adres))?|adresse (?:e-?mail|électronique)|courriel|correo(?: electrónico)?|indirizzo e-?mail)$/,
    name: /^(?:your |ihr |votre |tu |il tuo |uw |je )?(?:(?:first|last|full|given|family)[- ]?name|name|surname|forename|vorname|nachname|familienname|vor- und nachname|nom|prénom|nom de famille|nom complet|nombre|apellidos?|nombre completo|nome|cognome|nome e cognome|naam|voornaam|achternaam)$/,
    phone:
      /^(?:your |ihre? |votre |tu |il tuo |uw |je )?(?:(?:tele|mobile |cell )?phone(?: number)?|mobile(?: number)?|telefon(?:nummer)?|handynummer|(?:numéro de )?téléphone|(?:número de )?teléfono|(?:numero di )?telefono|telefoonnummer)$/,
    address:
      /^(?:street(?: address)?|address(?: line)?(?: ?1)?|straße(?: und hausnummer)?|strasse|adresse|anschrift|rue|dirección|calle|indirizzo|via|straat|adres)$/,
    code: /^(?:zip(?: code)?|post(?:al)?[- ]?code|postleitzahl|plz|code postal|código postal|cap|codice postale)$/,
    birthday:
      /^(?:date of birth|birth ?da(?:y|te)|geburtsdatum|date de naissance|fecha de nacimiento|data di nascita|geboortedatum)$/,
  };
  const others =
    /search|filter|friend|recipient|recommend|guest|child|emergency|staff|employee|company|pet\b|gift|invite|suche|empfänger|freund|kind\b|firma|recherche|ami\b|destinataire|enfant|buscar|amigo|cerca|amico|zoek|vriend/i;
  const purposeOf = (field: HTMLInputElement): string | null =>
    Object.entries(purposes).find(([, pattern]) => pattern.test(labelOf(field)))?.[0] ?? null;
  const isAboutOthers = (form: HTMLFormElement): boolean =>
    form.matches("[role='search']") ||
    pageTree.closest(form, "search, table") !== null ||
    others.test((form.textContent ?? "").slice(0, 3_000));
  const isMissing = (field: HTMLInputElement): boolean =>
    ["", "on", "off"].includes((field.getAttribute("autocomplete") ?? "").trim().toLowerCase()) &&
    field.matches("input:not([type]), [type='text'], [type='email'], [type='tel'], [type='date'], [type='number']") &&
    !field.matches(":disabled, [readonly], [role]") &&
    isShown(field);
  return pageTree
    .findAll("form")
    .slice(0, 30)
    .flatMap((form) => {
      const fields = [...form.querySelectorAll("input")].slice(0, 60);
      const asked = fields.flatMap((field) => {
        const purpose = purposeOf(field);
        return purpose === null ? [] : [{ field, purpose }];
      });
      const isPersonal =
        asked.some(({ purpose }) => purpose === "email") || new Set(asked.map(({ purpose }) => purpose)).size >= 2;
      if (!isPersonal || isAboutOthers(form)) return [];
      return asked
        .filter(({ field }) => isMissing(field))
        .map(({ field }) => ({ rule: "autocomplete-missing" as const, element: field, outcome: undefined }));
    });
};
