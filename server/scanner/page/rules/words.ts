/** Words and phrases by language, in lower case. */
export type WordTable = Readonly<Record<string, string>>;

/** Returns the words of all languages. The words in the tables are separated by commas. */
export const wordsIn = (table: WordTable): string[] =>
  Object.values(table).flatMap((words) => words.split(",").map((word) => word.trim()));

/** Link names that don't say where the link leads. */
export const vagueLinkNames: WordTable = {
  en: "click here, click, here, tap here, press here, go, go here, this, this link, link, this page, more, more info, more information, more details, details, info, read more, learn more, see more, view more, show more, find out more, continue, continue reading, see here, read this, download",
  de: "hier, hier klicken, klicken sie hier, klick hier, mehr, mehr erfahren, mehr lesen, weiterlesen, mehr infos, mehr informationen, weitere informationen, details ansehen, zum artikel, weiter",
  fr: "ici, cliquez ici, cliquer ici, en savoir plus, lire la suite, lire plus, plus, plus d'infos, voir plus",
  es: "aquí, haga clic aquí, haz clic aquí, clic aquí, leer más, más, más información, ver más",
  it: "qui, clicca qui, leggi tutto, leggi di più, scopri di più, di più",
  nl: "klik hier, lees meer, meer, meer informatie",
  pt: "clique aqui, aqui, saiba mais, leia mais, mais",
  sv: "läs mer, mer, klicka här, här",
  da: "læs mere, mere, klik her, her",
  nb: "les mer, klikk her",
};

/** Headings left over from templates. */
export const vagueHeadings: WordTable = {
  en: "heading, headline, title, subtitle, subheading, section, untitled, text, header, page title, heading 1, heading 2, heading 3, section title, your title here, title goes here, lorem ipsum",
  de: "überschrift, titel, untertitel, abschnitt",
  fr: "titre, sous-titre",
  es: "título, subtítulo",
  it: "titolo, sottotitolo",
};

/** Alternative text that says only that there is an image. */
export const imageFillers: WordTable = {
  en: "image, images, img, photo, photos, picture, pictures, pic, graphic, graphics, icon, logo, banner, thumbnail, spacer, placeholder, alt, alt text, alternative text, image description, image alt, your image, no description, untitled, null, undefined, temp, test",
  de: "bild, foto, grafik, symbol, platzhalter",
  fr: "photographie, icône, vignette",
  es: "imagen, icono, gráfico",
  it: "immagine, icona, grafica",
  nl: "afbeelding, pictogram",
  pt: "imagem, ícone",
  nb: "bilde",
  fi: "kuva",
  pl: "obraz",
};

/** Page titles left over from an editor or template. */
export const placeholderTitles: WordTable = {
  en: "untitled, untitled document, untitled page, untitled-1, document, new document, new page, no title, title, page title, your title here, title goes here, insert title here, enter title, react app, vite app, vite + react, vite + react + ts, vite + vue, create next app, my app, lorem ipsum",
  de: "unbenanntes dokument, unbenannt, neue seite, kein titel",
  fr: "document sans titre, sans titre",
  es: "documento sin título, sin título",
  it: "documento senza titolo",
  nl: "naamloos document",
};
