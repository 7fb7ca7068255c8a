import type { WordTable } from "../../rules/words";

/** What an app shows until its scripts have run. */
export const waiting: WordTable = {
  en: "browser is not supported, browser isn't supported, unsupported browser, browser is out of date, update your browser, upgrade your browser, an unhandled error has occurred, something went wrong, application error, client side exception, unexpected error, oops something, failed to load, could not load, reload, fetching, loading, please wait, loading app, loading application, just a moment, one moment, initializing, initialising, enable javascript to run this app, need to enable javascript, requires javascript, javascript is required, javascript is disabled, please enable javascript, turn on javascript, works best with javascript, doesn't work properly without javascript enabled",
  de: "browser wird nicht unterstützt, browser ist veraltet, aktualisieren sie ihren browser, ohne javascript, javascript deaktiviert, etwas ist schiefgelaufen, ein fehler ist aufgetreten, unerwarteter fehler, neu laden, wird geladen, ladevorgang, bitte warten, einen moment, aktivieren sie javascript, bitte javascript aktivieren, javascript aktivieren, benötigt javascript, anwendung wird geladen",
  fr: "navigateur n'est pas compatible, navigateur n'est pas pris en charge, navigateur obsolète, mettez à jour votre navigateur, javascript est désactivé, une erreur est survenue, une erreur s'est produite, recharger, chargement, chargement en cours, veuillez patienter, un instant, activer javascript, activez javascript, nécessite javascript",
  es: "navegador no es compatible, navegador no compatible, desactivado javascript, javascript desactivado, actualice su navegador, actualiza tu navegador, algo salió mal, algo ha ido mal, se ha producido un error, recargar, cargando, espere, un momento, por favor espere, activar javascript, habilitar javascript, habilita javascript, necesita javascript, requiere javascript",
  it: "browser non è supportato, browser non supportato, aggiorna il browser, javascript disattivato, javascript è disattivato, qualcosa è andato storto, si è verificato un errore, ricarica, caricamento, caricamento in corso, attendere, attendere prego, attiva javascript, abilita javascript, abilitare javascript, richiede javascript",
  nl: "browser wordt niet ondersteund, browser is verouderd, update je browser, javascript uitgeschakeld, javascript staat uit, er is iets misgegaan, er ging iets mis, er is een fout opgetreden, aan het laden, bezig met laden, even geduld, wordt geladen, schakel javascript in, javascript inschakelen, vereist javascript",
  pt: "navegador não é compatível, navegador não suportado, atualize o seu navegador, atualize seu navegador, javascript desativado, algo deu errado, algo correu mal, ocorreu um erro, recarregar, carregando, a carregar, aguarde, um momento, por favor aguarde, ativar javascript, ative o javascript, habilitar javascript, requer javascript, precisa de javascript",
  pl: "ładowanie, wczytywanie, proszę czekać",
  ja: "読み込み中, ロード中, お待ちください",
  zh: "加载中, 正在加载, 载入中, 請稍候, 请稍候",
  ru: "загрузка, идет загрузка, подождите",
  sv: "laddar, läser in",
  da: "indlæser, henter",
  fi: "ladataan",
  ko: "로딩 중, 불러오는 중",
  tr: "yükleniyor",
};
