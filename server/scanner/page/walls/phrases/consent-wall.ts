import type { WordTable } from "../../rules/words";

/** Titles and headings that ask for consent. */
export const consentTitles: WordTable = {
  en: "free with ads, accept cookies to continue, to continue reading, how would you like to continue, choose how to continue, ads or subscription, you decide, your data your choice, before you continue, we value your privacy, we care about your privacy, your privacy, your privacy matters, your privacy choices, your privacy is important to us, your choices, cookie consent, cookies on this site, cookie settings, cookie preferences, this site uses cookies, we use cookies, this website uses cookies, your consent, consent required, consent to, manage your privacy, privacy settings, privacy preferences, continue with ads, read with ads, with advertising, subscribe or accept, accept or subscribe, consent or pay, data protection",
  de: "bevor es weitergeht, bevor es losgeht, ohne ihr einverständnis, ihr einverständnis, dein einverständnis, weiterlesen mit, mit werbung weiterlesen, bevor sie fortfahren, bevor du fortfährst, bevor es weitergeht, wir schätzen ihre privatsphäre, ihre privatsphäre, deine privatsphäre, privatsphäre einstellungen, privatsphäre, datenschutzeinstellungen, datenschutz einstellungen, cookie einstellungen, wir verwenden cookies, diese website verwendet cookies, ihre einwilligung, deine einwilligung, einwilligung, zustimmung, ihre zustimmung, mit werbung, weiter mit werbung, werbefrei, abo oder, ihre daten, deine daten, ihre datenschutz",
  fr: "accéder gratuitement, accès gratuit, pour poursuivre, accepter les cookies, en acceptant les cookies, soutenez, financé par la publicité, avant de continuer, avant d'accéder, nous respectons votre vie privée, le respect de votre vie privée, votre vie privée, vos choix, vos données, gestion des cookies, paramètres des cookies, ce site utilise des cookies, nous utilisons des cookies, votre consentement, continuer avec publicité, s'abonner ou accepter, accepter ou s'abonner, paramètres de confidentialité",
  es: "antes de continuar, valoramos tu privacidad, valoramos su privacidad, respetamos tu privacidad, respetamos su privacidad, tu privacidad, su privacidad, cuidamos tu privacidad, nos importa tu privacidad, configuración de cookies, este sitio utiliza cookies, este sitio web utiliza cookies, utilizamos cookies, usamos cookies, tu consentimiento, su consentimiento, aceptar o suscribirse, acepta o suscríbete, preferencias de privacidad",
  it: "prima di continuare, prima di proseguire, rispettiamo la tua privacy, la tua privacy, teniamo alla tua privacy, la vostra privacy, la tua privacy è importante, impostazioni dei cookie, impostazioni cookie, questo sito utilizza i cookie, utilizziamo i cookie, il tuo consenso, accetta o abbonati, abbonati o accetta, preferenze privacy",
  nl: "voordat je verdergaat, voordat u verdergaat, voordat je doorgaat, we respecteren je privacy, wij respecteren uw privacy, wij waarderen je privacy, jouw privacy, je privacy, uw privacy, cookie instellingen, deze site gebruikt cookies, wij gebruiken cookies, we gebruiken cookies, jouw toestemming, je toestemming, uw toestemming, privacy instellingen, privacyinstellingen",
  pt: "antes de continuar, valorizamos a sua privacidade, respeitamos a sua privacidade, a sua privacidade, sua privacidade, nós valorizamos, definições de cookies, configurações de cookies, este site utiliza cookies, este site usa cookies, usamos cookies, utilizamos cookies, o seu consentimento, seu consentimento, preferências de privacidade",
  pl: "zanim przejdziesz dalej, szanujemy twoją prywatność, twoja prywatność, dbamy o twoją prywatność, cenimy prywatność, pliki cookie, ustawienia prywatności, zgoda",
  sv: "innan du fortsätter, vi värnar om din integritet, din integritet, vi använder cookies, kakor",
  da: "før du fortsætter, vi respekterer dit privatliv, samtykke",
  ja: "続行する前に, クッキー, プライバシー",
  cs: "než budete pokračovat, vážíme si vašeho soukromí, soukromí",
};

/** What requests for consent say about the use of data. */
export const consentTopics: WordTable = {
  en: "use of cookies, our partners, third parties, personal data, personalised ads, personalized ads, personalised advertising, store and or access, information on a device, legitimate interest, privacy policy, cookie policy, vendors, cookies, tracking, consent, with ads",
  de: "verwendung von cookies, nutzung von cookies, unsere partner, drittanbieter, personenbezogene daten, personalisierte anzeigen, personalisierte werbung, informationen auf einem gerät, berechtigtes interesse, datenschutzerklärung, cookies, tracking, einwilligung, zustimmen, werbung",
  fr: "utilisation de cookies, utilisation des cookies, nos partenaires, tiers, données personnelles, publicités personnalisées, publicité personnalisée, informations sur un appareil, intérêt légitime, politique de confidentialité, cookies, consentement, traceurs, publicité",
  es: "uso de cookies, mayor de edad, nuestros socios, terceros, datos personales, anuncios personalizados, publicidad personalizada, información en un dispositivo, interés legítimo, política de privacidad, política de cookies, cookies, consentimiento, publicidad",
  it: "uso dei cookie, utilizzo dei cookie, nostri partner, terze parti, dati personali, annunci personalizzati, pubblicità personalizzata, informazioni su un dispositivo, interesse legittimo, privacy policy, informativa sulla privacy, cookie, consenso, pubblicità",
  nl: "gebruik van cookies, onze partners, derden, persoonsgegevens, persoonlijke gegevens, gepersonaliseerde advertenties, informatie op een apparaat, gerechtvaardigd belang, privacyverklaring, privacybeleid, cookies, toestemming, advertenties",
  pt: "uso de cookies, utilização de cookies, nossos parceiros, terceiros, dados pessoais, anúncios personalizados, publicidade personalizada, informações num dispositivo, informações em um dispositivo, interesse legítimo, política de privacidade, política de cookies, cookies, consentimento, publicidade",
  pl: "naszych partnerów, zaufani partnerzy, dane osobowe, danych osobowych, pliki cookie, plików cookie, polityka prywatności, reklamy, zgodę, zgoda",
  sv: "våra partner, personuppgifter, cookies, kakor, samtycke, annonser, integritetspolicy",
  da: "vores partnere, persondata, personoplysninger, cookies, samtykke, annoncer",
  ja: "クッキー, cookie, 個人情報, 同意, パートナー",
  cs: "cookies, osobních údajů, partneři, souhlas, reklamy",
};

/** Buttons that give consent. */
export const consentButtons: WordTable = {
  en: "accept, accept all, accept and continue, accept all and continue, accept cookies, accept all cookies, agree, agree and continue, i agree, i accept, allow all, allow cookies, allow all cookies, consent, continue with ads, accept and close, agree and close, yes i agree, got it, ok, i consent, read with ads",
  de: "einverstanden weiter, ja einverstanden, weiter mit cookies, ok, verstanden, zustimmen und weiterlesen, mit werbung nutzen, akzeptieren, alle akzeptieren, alles akzeptieren, alle cookies akzeptieren, zustimmen, zustimmen und weiter, akzeptieren und weiter, akzeptieren und schließen, einverstanden, ich stimme zu, alle zulassen, allen zustimmen, einwilligen, einwilligen und weiter, mit werbung weiterlesen, weiter mit werbung, mit werbung fortfahren, cookies akzeptieren",
  fr: "accepter et accéder gratuitement, accéder gratuitement, oui j'accepte, tout autoriser, accepter, tout accepter, accepter et continuer, accepter et fermer, j'accepte, accepter les cookies, accepter tous les cookies, autoriser tous les cookies, continuer avec publicité, accepter tout, je consens, ok",
  es: "aceptar, aceptar todo, aceptar todas, aceptar y continuar, aceptar y cerrar, acepto, aceptar cookies, aceptar todas las cookies, permitir todas, permitir todo, estoy de acuerdo, consentir, continuar con publicidad",
  it: "accetta, accetta tutto, accetta tutti, accetta e continua, accetta e chiudi, accetto, accetta i cookie, accetta tutti i cookie, acconsento, consenti tutti, acconsenti, continua con pubblicità, accetta e prosegui",
  nl: "accepteren, alles accepteren, alle cookies accepteren, accepteer, accepteer alles, accepteren en doorgaan, akkoord, akkoord en doorgaan, ik ga akkoord, alles toestaan, toestaan, cookies accepteren, akkoord gaan, ja ik ga akkoord",
  pt: "aceitar, aceitar tudo, aceitar todos, aceitar todas, aceitar e continuar, aceitar e fechar, aceito, concordo, concordar, concordar e continuar, aceitar cookies, aceitar todos os cookies, permitir todos, continuar com publicidade",
  pl: "akceptuję, zgadzam się, przejdź do serwisu, akceptuję i przechodzę do serwisu, zaakceptuj wszystko, akceptuj wszystkie, wyrażam zgodę",
  sv: "acceptera, acceptera alla, godkänn, godkänn alla, jag accepterar, jag samtycker, tillåt alla",
  da: "accepter, accepter alle, tillad alle, ok til alle, godkend",
  ja: "同意する, すべて同意する, すべて許可, 承諾する",
  cs: "přijmout vše, souhlasím, přijmout, povolit vše",
};

/** Titles and headings of pages that ask for the visitor's age. */
export const ageTitles: WordTable = {
  en: "are you over, are you at least, are you 18, are you 21, are you of legal, are you old enough, how old are you, age verification, age check, age gate, verify your age, confirm your age, your age, your date of birth, date of birth, legal drinking age, legal age, adults only, over 18, over 21, 18 years, 21 years, 18 or over, 21 or over, 18 or older, 21 or older",
  de: "sind sie über, bist du über, sind sie volljährig, bist du volljährig, mindestens 18, sind sie 18, bist du 18, altersprüfung, altersverifikation, altersabfrage, alterskontrolle, alter bestätigen, ihr alter, dein alter, ab 18, volljährig, geburtsdatum, bist du schon, sind sie schon, über 18, 18 jahre, 16 jahre",
  fr: "avez vous plus de, êtes vous majeur, avez vous l'âge, vérification de l'âge, vérification d'âge, contrôle de l'âge, votre âge, majeur, date de naissance, âge légal, 18 ans",
  es: "eres mayor de edad, es usted mayor de edad, mayor de edad, verificación de edad, tu edad, su edad, edad legal, fecha de nacimiento, 18 años, 21 años",
  it: "sei maggiorenne, hai più di, verifica dell'età, verifica età, la tua età, maggiorenne, età legale, data di nascita, 18 anni",
  nl: "ben je ouder dan, bent u ouder dan, ben je 18, bent u 18, leeftijdscontrole, leeftijdsverificatie, je leeftijd, uw leeftijd, geboortedatum, 18 jaar, 18 plus",
  pt: "tem mais de, é maior de idade, você é maior, maior de idade, verificação de idade, a sua idade, sua idade, data de nascimento, 18 anos",
  pl: "czy masz ukończone, czy masz skończone, pełnoletni, weryfikacja wieku, twój wiek, masz 18 lat",
  sv: "är du över, åldersverifiering, ålderskontroll, din ålder, fyllt 18, fyllt 20, fyllt 25",
  da: "er du over, aldersbekræftelse, alderskontrol, din alder, fyldt 18",
  nb: "er du over, alderskontroll, alderssjekk, aldersgrense, din alder, fylt 18",
  fi: "oletko yli, oletko täysi ikäinen, täysi ikäinen, iän tarkistus, ikäraja, ikäsi",
  cs: "je vám, bylo vám, ověření věku, plnoletý, váš věk",
  hu: "elmúltál, elmúlt, életkor, betöltötte, nagykorú",
  ro: "ai peste, aveți peste, verificarea vârstei, vârsta dumneavoastră, vârsta ta",
  tr: "18 yaşından, yaş doğrulama, yaşınızı, yaşını doldur",
  el: "είστε άνω, είσαι άνω, επιβεβαίωση ηλικίας, επαλήθευση ηλικίας, την ηλικία",
  ru: "вам есть, вам исполнилось, подтвердите возраст, проверка возраста, ваш возраст, совершеннолетн",
  uk: "вам виповнилося, вам є, підтвердіть вік, ваш вік",
  ja: "20歳以上, 18歳以上, 年齢確認, 歳以上ですか",
  zh: "年满18, 年滿18, 已满18, 已滿18, 年龄验证, 年齡驗證, 年龄确认",
  ko: "19세 이상, 18세 이상, 연령 확인, 성인 인증",
  ar: "هل عمرك, التحقق من العمر, تأكيد العمر, فوق سن",
  he: "האם אתה מעל, אימות גיל, מעל גיל",
};
