import { soundPage } from "../scanner/serve-site";

const withScript = (script: string): string => soundPage("", `<script>${script}</script>`, "A hostile page");
const withBody = (body: string): string => soundPage(body, "", "A hostile page");
const onLoad = (script: string): string => withScript(`addEventListener("load", () => { ${script} })`);

/** Pages that attack the browser in every way a page can, keyed by the name of the attack. */
export const hostilePages: Readonly<Record<string, () => string>> = {
  "an endless loop": () => withScript("for (;;);"),
  "an endless loop after three seconds": () => withScript("setTimeout(() => { for (;;); }, 3000)"),
  "endless microtasks": () => onLoad("const again = () => Promise.resolve().then(again); again();"),
  "timers that never pause": () =>
    withScript(
      "for (let i = 0; i < 100; i++) setInterval(() => { const to = performance.now() + 20; while (performance.now() < to); }, 0)",
    ),
  "busy workers": () =>
    withScript("for (let i = 0; i < 16; i++) new Worker(URL.createObjectURL(new Blob(['for(;;);'])))"),
  "endless memory use": () =>
    withScript(
      "const kept = []; setInterval(() => kept.push(new Uint8Array(5e7).fill(1), 'x'.repeat(1e6).split('')), 10)",
    ),
  "half a million elements": () =>
    onLoad(
      "const all = document.createDocumentFragment(); for (let i = 0; i < 5e5; i++) all.append(document.createElement('p')); document.body.append(all)",
    ),
  "endless elements": () =>
    withScript(
      "setInterval(() => { for (let i = 0; i < 500; i++) document.body?.append(document.createElement('img')) }, 0)",
    ),
  "fifty thousand nested elements": () =>
    withScript(
      "addEventListener('load', () => { let at = document.body; for (let i = 0; i < 5e4; i++) at = at.appendChild(document.createElement('div')) })",
    ),
  "deeply nested markup": () => withBody("<div>".repeat(100_000)),
  "a title of fifty megabytes": () => withScript("document.title = 'x'.repeat(5e7)"),
  "an attribute of fifty megabytes": () => onLoad("document.querySelector('h1').title = 'x'.repeat(5e7)"),
  "ten thousand attributes": () => onLoad("for (let i = 0; i < 1e4; i++) document.body.setAttribute('data-' + i, i)"),
  "endless calls to document.write": () => withScript("setInterval(() => document.write('<p>again</p>'), 1)"),
  "endless dialogs": () => withScript("for (;;) { alert('again'); confirm('again'); prompt('again'); }"),
  "a confirmation before the page unloads": () =>
    withScript(
      "addEventListener('beforeunload', (event) => { event.preventDefault(); event.returnValue = 'stay'; for (;;); })",
    ),
  "endless reloads": () => onLoad("location.reload()"),
  "an endless refresh": () => soundPage("", '<meta http-equiv="refresh" content="0">', "A hostile page"),
  "a URL that changes constantly": () =>
    withScript("let i = 0; setInterval(() => history.pushState({}, '', '?' + i++), 0)"),
  "endless navigation": () => withScript("setInterval(() => { location.href = '/somewhere/' + Math.random() }, 50)"),
  "endless windows": () => withScript("setInterval(() => { open('/', '_blank'); open('about:blank') }, 5)"),
  "a frame that contains its own page": () =>
    withBody('<iframe src="/" title="Again"></iframe><iframe src="/?2" title="Again"></iframe>'),
  "five hundred frames": () =>
    withBody(
      Array.from({ length: 500 }, (_, index) => `<iframe title="Frame" src="/frame/${index}"></iframe>`).join(""),
    ),
  "endless requests": () =>
    withScript(
      "setInterval(() => { for (let i = 0; i < 50; i++) fetch('/missing/' + Math.random()).catch(() => 0) }, 5)",
    ),
  "endless sockets": () =>
    withScript(
      "setInterval(() => { try { new WebSocket('ws://' + location.host + '/socket') } catch {} new EventSource('/events') }, 5)",
    ),
  "endless console messages": () =>
    withScript("setInterval(() => { for (let i = 0; i < 1e3; i++) console.error('x'.repeat(1e4)) }, 0)"),
  "endless errors": () =>
    withScript(
      "setInterval(() => { for (let i = 0; i < 1e3; i++) queueMicrotask(() => { throw new Error('x'.repeat(1e3)) }) }, 0)",
    ),
  "replaced built-in functions": () =>
    withScript(
      "String.prototype.slice = function () { return String(this) }; Array.prototype.map = Array.prototype.push = () => { throw 1 }; JSON.stringify = () => 'x'.repeat(1e8); window.Promise = null",
    ),
  "getters that never return": () =>
    withScript(
      "for (const name of ['title', 'body', 'documentElement']) Object.defineProperty(document, name, { get() { for (;;); } })",
    ),
  "costly styles": () =>
    soundPage(
      Array.from({ length: 3_000 }, (_, index) => `<div class="a${index}"><span>text</span></div>`).join(""),
      `<style>${Array.from({ length: 3_000 }, (_, index) => `:has(.a${index}) :nth-child(2n+${index} of div) { filter: blur(${index}px) }`).join("")}</style>`,
      "A hostile page",
    ),
  "endless drawing on a canvas": () =>
    onLoad(
      "const c = document.createElement('canvas'); c.width = c.height = 16000; document.body.append(c); const x = c.getContext('2d'); const draw = () => { x.filter = 'blur(50px)'; x.fillRect(0, 0, 16000, 16000); requestAnimationFrame(draw) }; draw()",
    ),
  "filters within filters": () =>
    withBody(
      `<svg viewBox="0 0 9 9"><filter id="f">${'<feGaussianBlur stdDeviation="500"/>'.repeat(200)}</filter>${'<g filter="url(#f)">'.repeat(50)}<rect width="9" height="9"/>${"</g>".repeat(50)}</svg>`,
    ),
  "twenty thousand shadow trees": () =>
    onLoad(
      "for (let i = 0; i < 2e4; i++) document.body.appendChild(document.createElement('div')).attachShadow({ mode: 'open' }).innerHTML = '<img src=data:,>'",
    ),
  "focus that never stops moving": () =>
    withBody(
      '<input id="a" aria-label="A"><input id="b" aria-label="B"><script>a.onfocus = () => setTimeout(() => b.focus()); b.onfocus = () => setTimeout(() => a.focus()); a.onblur = b.onblur = () => { const to = Date.now() + 200; while (Date.now() < to); }; a.focus()</script>',
    ),
  "changes that cause changes": () =>
    onLoad(
      "new MutationObserver(() => { document.body.dataset.at = Math.random() }).observe(document.body, { attributes: true }); document.body.dataset.at = '0'",
    ),
  "a regular expression that backtracks": () => withScript("/^(a+)+$/.test('a'.repeat(40) + '!')"),
  "a print dialog": () => withScript("setInterval(() => print(), 10)"),
  "a document that is constantly replaced": () =>
    withScript("setInterval(() => document.documentElement.replaceWith(document.createElement('html')), 1)"),
};
