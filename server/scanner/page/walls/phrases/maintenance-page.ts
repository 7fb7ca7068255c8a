import type { WordTable } from "../../rules/words";

/** Titles, headings and text of maintenance pages. */
export const maintenance: WordTable = {
  en: "service unavailable, down for, estimated end, expected end, estimated time, expected back, we're down, back at, back in a few, back in a moment, back in an hour, we will be back, we'll be back, gone fishing, being updated, site is closed, shop is closed, taking a short break, short break, quick break, we are working on it, sorry for the inconvenience, apologise for the inconvenience, apologize for the inconvenience, thank you for your patience, thanks for your patience, scheduled downtime, our team is working, hang tight, we're just, under maintenance, down for maintenance, undergoing maintenance, undergoing scheduled maintenance, maintenance mode, maintenance in progress, performing maintenance, performing some maintenance, performing scheduled maintenance, carrying out maintenance, offline for maintenance, closed for maintenance, temporarily unavailable, temporarily offline, temporarily down, temporarily closed, briefly unavailable for scheduled maintenance, currently offline, be right back, be back soon, back soon, be back shortly, back shortly, back online, back online shortly, making improvements, making some improvements, error establishing a database connection, database connection error, database error, backend fetch failed, no healthy upstream, currently unavailable, over capacity, temporarily overloaded, bad gateway, gateway timeout, web server is down, origin is unreachable, technical difficulties, experiencing technical, server overloaded, server is too busy",
  de: "dienst nicht verfügbar, voraussichtlich bis, voraussichtliches ende, kurz geschlossen, vorübergehend geschlossen, wieder für sie da, sind wir wieder, sind bald wieder, wegen eines updates, wir bauen um, danke für ihre geduld, bitte um geduld, bitten um verständnis, wir räumen, kurze pause, wartungsmodus, wartungspause, wegen wartung, wegen wartungsarbeiten, im wartungsmodus, wird gewartet, vorübergehend nicht erreichbar, vorübergehend nicht verfügbar, zurzeit nicht verfügbar, zurzeit nicht erreichbar, derzeit nicht verfügbar, derzeit nicht erreichbar, momentan nicht erreichbar, momentan nicht verfügbar, gleich wieder da, bald wieder da, bald zurück, in kürze wieder, bald wieder, kurz wieder, in wenigen minuten, versuchen sie es später, schauen sie später, später noch einmal",
  fr: "service indisponible, fin estimée, fin prévue, font peau neuve, fait peau neuve, opération technique, ne sont pas accessibles, n'est pas accessible, pendant ce temps, merci de votre patience, merci pour votre patience, nous revenons, revenons bientôt, gêne occasionnée, intervention technique, en maintenance, en cours de maintenance, maintenance en cours, site en maintenance, opération de maintenance, pour cause de maintenance, temporairement indisponible, momentanément indisponible, actuellement indisponible, de retour bientôt, bientôt de retour, de retour dans quelques, réessayer plus tard, réessayez plus tard, revenez plus tard, revenir plus tard, mode maintenance",
  es: "vuelve en, volvemos, volveremos, estaremos de vuelta, en unas horas, en unos minutos, estamos mejorando, estamos actualizando, disculpa las molestias, disculpen las molestias, perdonen las molestias, gracias por su paciencia, gracias por tu paciencia, afinando, cerrado temporalmente, cerrada temporalmente, en mantenimiento, mantenimiento en curso, modo de mantenimiento, temporalmente no disponible, no disponible temporalmente, temporalmente fuera de servicio, fuera de servicio, volvemos pronto, volveremos pronto, volvemos enseguida, volvemos en breve, en breve estaremos, estaremos de vuelta, inténtelo más tarde, inténtalo más tarde, vuelva más tarde, vuelve más tarde",
  it: "torniamo, torneremo, saremo di nuovo, stiamo aggiornando, stiamo lavorando, aggiornamento in corso, ci scusiamo per il disagio, grazie per la pazienza, chiuso temporaneamente, temporaneamente chiuso, tra poche ore, tra pochi minuti, in manutenzione, manutenzione in corso, manutenzione straordinaria, modalità manutenzione, temporaneamente non disponibile, momentaneamente non disponibile, temporaneamente sospeso, torniamo presto, torneremo presto, saremo di nuovo online, torniamo subito, di nuovo online, riprova più tardi, riprovare più tardi, torna più tardi",
  nl: "zijn we weer, zijn wij weer, komen terug, we werken aan, wij werken aan, wordt bijgewerkt, bedankt voor je geduld, bedankt voor uw geduld, excuses voor het ongemak, tijdelijk gesloten, even dicht, even weg, in onderhoud, wegens onderhoud, onderhoudsmodus, tijdelijk niet beschikbaar, tijdelijk niet bereikbaar, tijdelijk offline, momenteel niet beschikbaar, momenteel niet bereikbaar, zo terug, binnenkort terug, snel terug, snel weer, binnenkort weer, weer online, zijn zo weer, probeer het later, kom later terug",
  pt: "voltamos, voltaremos, estamos a atualizar, estamos atualizando, estamos a melhorar, pedimos desculpa, desculpe o transtorno, obrigado pela paciência, obrigado pela sua paciência, temporariamente fechado, temporariamente encerrado, em manutenção, manutenção em curso, modo de manutenção, temporariamente indisponível, temporariamente fora do ar, fora do ar, voltamos em breve, voltaremos em breve, voltamos já, estaremos de volta, de volta em breve, tente mais tarde, tente novamente mais tarde, volte mais tarde",
  ru: "технические работы, ведутся технические работы, временно закрыт, временно недоступен, сайт временно, на сайте ведутся, приносим извинения, скоро вернемся",
  sv: "strax tillbaka, snart tillbaka, uppgraderas, underhållsarbete, laddas om",
  da: "snart tilbage",
  nb: "snart tilbake",
  fi: "huoltokatko, palaamme pian, tilapäisesti",
  pl: "przerwa techniczna, prace techniczne, prace konserwacyjne, trwają prace, wrócimy, wkrótce wrócimy, chwilowo niedostępna, tymczasowo niedostępna, przepraszamy za utrudnienia",
  cs: "údržby, probíhá údržba, brzy zpět, dočasně, odstávka",
  ja: "メンテナンス中, ただいまメンテナンス, しばらくお待ち, ご迷惑をおかけ",
  zh: "维护中, 系统维护, 正在维护, 网站维护, 系统升级, 敬请期待, 稍后再试, 維護",
  ko: "점검 중, 시스템 점검, 서비스 점검",
  tr: "bakımda, bakım çalışması, kısa süre",
};

/** Phrases that make up the whole title or heading of a maintenance page. */
export const maintenanceTitles: WordTable = {
  en: "maintenance, site maintenance, scheduled maintenance, planned maintenance, essential maintenance, routine maintenance, maintenance work, upgrade, we are upgrading, offline, closed, temporarily closed, service unavailable, technical work",
  de: "wartung, wartungsarbeiten, geplante wartung, umbau, umbauarbeiten, offline, technische arbeiten",
  fr: "maintenance, maintenance programmée, maintenance planifiée, travaux, travaux en cours, mise à jour, mise à jour en cours",
  es: "mantenimiento, mantenimiento programado, tareas de mantenimiento, trabajos de mantenimiento, en obras",
  it: "manutenzione, manutenzione programmata, lavori di manutenzione, lavori in corso",
  nl: "onderhoud, gepland onderhoud, onderhoudswerkzaamheden, offline",
  pt: "manutenção, manutenção programada, trabalhos de manutenção",
  sv: "underhåll, underhållsarbete",
  da: "vedligeholdelse",
  nb: "vedlikehold",
  fi: "huolto, huoltokatko",
  pl: "konserwacja, przerwa techniczna",
  cs: "údržba, odstávka",
  ja: "メンテナンス",
  zh: "维护, 維護, 系统维护",
  ru: "технические работы, обслуживание",
  tr: "bakım",
};
