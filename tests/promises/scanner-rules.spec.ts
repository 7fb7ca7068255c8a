import { createServer } from "node:http";
import type { PageResult } from "@/server/scanner/contract";
import { found, type RuleCase, testCases, testCasesInShadowRoots } from "../support/scanner/rule-cases";
import { expect, scan, test } from "../support/scanner/scan";
import { type Answer, soundPage } from "../support/scanner/serve-site";

const pixel = "data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7";
const image = (attributes: string) => `<img src="${pixel}" width="40" height="40" ${attributes}>`;

const cross =
  '<svg width="20" height="20" viewBox="0 0 20 20" aria-hidden="true"><path d="M2 2L18 18M18 2L2 18"/></svg>';

const icon = (name: string, attributes: string) =>
  `<svg id="${name}" class="${name}" ${attributes} width="20" height="20"><path d="M2 2L18 18"/></svg>`;

const drawing = `<script>for (const each of document.querySelectorAll("canvas")) each.getContext("2d").fillRect(5, 5, 40, 40);</script>`;

/** A frame with two elements that respond to clicks. Only one of them can be reached with the keyboard. */
const frame = (
  id: string,
  attributes: string,
) => `<iframe id="${id}" title="Tickets" ${attributes} srcdoc="<html lang=en><title>Tickets</title>
  <div id=bad style=cursor:pointer>Take a ticket</div><div tabindex=0 role=button id=key style=cursor:pointer>Call</div>
  <script>for (const each of [bad, key]) { each.addEventListener('click', () => { each.title = 'Taken'; }); each.addEventListener('keydown', () => {}); }</script>"></iframe>`;

const english =
  "The harbour opens at seven every morning, and the ferry to the islands leaves twice a day while the weather allows it.";

const cases: RuleCase[] = [
  {
    rule: "image-file-name",
    body: `${image('id="bad" alt="harbour-2.JPG"')}${image('alt="The file harbour.jpg is missing"')}`,
  },
  { rule: "image-file-name", body: `${image('id="bad" alt="IMG_20240102"')}${image('alt=""')}${image('alt="IMG"')}` },
  {
    rule: "image-filler-name",
    outcome: "review",
    body: `${image('id="bad" alt="Image 3"')}${image('alt="Image of a harbour"')}`,
  },
  {
    rule: "image-filler-name",
    outcome: "review",
    body: `${image('id="bad" alt="Platzhalter"')}${image('alt="Foto vom Hafen"')}`,
  },
  {
    rule: "vague-link-name",
    outcome: "review",
    body: `<p><a id="bad" href="/a">Click here!</a> <a href="/b">Click here to pay your bill</a></p>`,
  },
  {
    rule: "vague-link-name",
    outcome: "review",
    body: `<p><a id="bad" href="/a">» En savoir plus</a> <a href="/b">Les horaires</a></p>`,
  },
  { rule: "vague-heading", outcome: "review", body: `<h2 id="bad">Section title</h2><h2>Opening hours</h2>` },
  { rule: "placeholder-title", title: "Untitled Document", body: "<p>Text.</p>", reported: "html" },
  { rule: "placeholder-title", title: "index.html", body: "<p>Text.</p>", reported: "html" },
  {
    rule: "label-elsewhere",
    reported: 'input[autocomplete="email"]',
    body: `<div hidden><input id="email"></div><label for="email">Email</label> <input id="email" autocomplete="email">
      <div hidden><input id="town"></div><label for="town">Town</label> <input id="town" aria-label="Town">
      <label for="name">Name</label> <input id="name"><label>Street <input id="street"></label>`,
  },
  {
    rule: "label-elsewhere",
    reported: ["#adults", "#town", "#shade"],
    body: `<label for="gone">Adults <input id="adults" type="number"></label>
      <label>Postcode and town <input id="postcode"> <input id="town"></label>
      <label for="tint">Colour <select id="shade"><option>Red</option></select></label><input id="tint" aria-label="Tint">
      <label for="gone"><select aria-hidden="true" tabindex="-1" hidden><option>Red</option></select> Size</label>
      <label><input type="checkbox"> Other: <input aria-label="Other reason"></label>
      <label for="gone">Search <input type="submit" value="Find"></label><label>Note <textarea>Hello</textarea></label>`,
  },
  {
    rule: "label-elsewhere",
    reported: ["x-nights >>> input"],
    body: `<label>Nights <x-nights></x-nights></label><label>Guests <x-guests></x-guests></label>
      <script>customElements.define("x-nights", class extends HTMLElement {
          constructor() { super(); this.attachShadow({ mode: "open" }).innerHTML = '<input type="number">'; } });
        customElements.define("x-guests", class extends HTMLElement {
          constructor() { super(); this.attachShadow({ mode: "open" }).innerHTML = '<label>Guests <input type="number"></label>'; } });
      </script>`,
  },
  {
    rule: "label-elsewhere",
    outcome: "review",
    reported: 'input[autocomplete="email"]',
    body: `<div hidden><input id="email"></div><label for="email">Email</label>
      <input id="email" autocomplete="email" placeholder="ada@…">`,
  },
  {
    rule: "label-not-in-name",
    body: `<h2 id="part">Personal data</h2><label for="bad">Phone</label> <input id="bad" aria-labelledby="part">
      <label for="name" id="called">Name *</label> <input id="name" aria-labelledby="part called">
      <label for="town">Town:</label> <input id="town" aria-label="Your town, in English">
      <label for="zip" style="position: absolute; clip-path: inset(50%); width: 1px; height: 1px; overflow: hidden">ZIP</label>
      <input id="zip" aria-label="Postcode"><label>Street <input aria-label="Way"></label>`,
  },
  {
    rule: "label-not-in-name",
    outcome: "review",
    body: `<label for="bad">Email (we never share it)</label> <input id="bad" aria-label="Email">`,
  },
  {
    rule: "missing-state",
    body: `<a id="bad" href="#one" data-toggle="collapse">How long does it keep?</a><div id="one" hidden>Two years</div>
      <a href="#two" data-toggle="collapse">How is it made?</a><div id="two">By hand</div>
      <button data-bs-toggle="collapse" data-bs-target="#one" aria-expanded="false">More</button>
      <a href="#ask" data-bs-toggle="modal">Ask us</a><div class="modal" id="ask" hidden>Form</div>
      <a href="#none">Nothing</a><a href="#%">Wrong</a><a href="#end">The end</a><p id="end">Text</p>`,
  },
  {
    rule: "missing-state",
    outcome: "review",
    body: `<button id="bad" data-target="#one">How long does it keep?</button><a href="#one">The answer</a>
      <div id="one" hidden>Two years</div>`,
  },
  {
    rule: "stale-state",
    body: `<button id="bad" aria-expanded="true" aria-controls="one">Filters</button><div id="one" hidden>Rooms</div>
      <button aria-expanded="true" aria-controls="two">Dates</button><div id="two">May</div>
      <button aria-expanded="true" aria-controls="none">Places</button>
      <button aria-expanded="true" aria-controls="one" hidden>More</button>`,
  },
  {
    rule: "unnamed-editor",
    body: `<div id="bad" contenteditable style="height: 3em"></div>
      <div contenteditable role="textbox" aria-label="Message" style="height: 3em"></div>
      <div contenteditable="false" style="height: 3em">Text</div><h2 contenteditable>Title of the letter</h2>`,
  },
  {
    rule: "image-filler-name",
    outcome: "review",
    body: `${image('id="bad" alt="..."')}${image('alt="★"')}${image('alt="2"')}`,
  },
  // In a new tab, the pointer starts at the top left.
  {
    rule: "color-contrast",
    reported: ["#bad"],
    head: `<style>
      body { padding-top: 80px } a { position: absolute; left: 0; background: #fff; color: #ccc }
      #fine { top: 0; color: #222 } a:hover { color: #222 } #fine:hover { color: #bbb } #bad { top: 40px }
    </style>`,
    body: `<a id="fine" href="/a">Home page of the club</a><a id="bad" href="/b">Handbook of the club</a>`,
  },
  {
    rule: "color-contrast",
    head: `<style>body { padding-top: 80px } #bad { position: absolute; left: 0; top: 0; background: #fff; color: #ccc } #bad:hover { color: #222 }</style>`,
    body: `<a id="bad" href="/a">Home page of the club</a>`,
  },
  {
    rule: "color-contrast",
    outcome: "review",
    reported: "#ornament",
    head: "<style>p { background: linear-gradient(to right, #fff, #ddf); color: #bbb; font-size: 40px }</style>",
    body: `<p id="ornament" aria-hidden="true">❧❧❧❧</p>`,
  },
  {
    rule: "focus-visible",
    head: `<style>
      body { padding-top: 80px } a { position: absolute; left: 0; outline: 0 } #fine { top: 0 } #bad { top: 40px }
      #fine:is(:hover, :focus) { background: #ff0 }
    </style>`,
    body: `<a id="fine" href="/a">Home page of the club</a><a id="bad" href="/b">Handbook of the club</a>`,
  },
  {
    rule: "placeholder-contrast",
    head: `<style>.floating::placeholder { color: transparent } .faint::placeholder { color: #eee } .none::placeholder { opacity: 0 }</style>`,
    body: `<label for="name">Name</label> <input class="floating" id="name" placeholder="Ada">
      <label for="town">Town</label> <input class="none" id="town" placeholder="Leeds">
      <label for="bad">Street</label> <input class="faint" id="bad" placeholder="Mill Lane">`,
  },
  {
    rule: "reflow",
    reported: [],
    head: `<style>
      .unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip: rect(0, 0, 0, 0); white-space: nowrap }
      header { position: fixed; left: 0; top: 0; width: 100%; padding: 16px; height: 24px }
    </style>`,
    body: `<header><b>Report</b><div></div></header>
      <p>All prices. <span class="unseen">The prices in this table are in euros and include value added tax.</span></p>
      <table><tr>${"<td>September</td>".repeat(9)}</tr></table>`,
  },
  {
    rule: "reflow",
    reported: [],
    head: `<style>
      body { margin: 0 } .row { margin: 0 -20px } .row div { padding: 24px; background: #eee }
      nav { position: fixed; top: 0; right: 0; width: 250px; height: 100%; transform: translateX(250px); transition: transform 1s }
      nav.open { transform: none }
    </style>`,
    body: `<nav aria-label="Shop"><p><a href="#teapots">Teapots for every kitchen</a></p></nav>
      <div class="row"><div>Everything here can be read without scrolling sideways.</div></div>
      <xmp>code { white-space: preserved; and: wide; because: "it is code"; like: pre; }</xmp>`,
  },
  {
    // The slides fit into a narrow window a moment later.
    rule: "reflow",
    reported: [],
    head: `<style>html, body { height: 100%; margin: 0 } body { overflow: hidden; position: relative }
      #stage { position: absolute; left: 50%; top: 50%; transform-origin: 0 0; transition: transform 0.4s }
      #stage p { position: absolute; left: -450px; top: -100px; width: 900px; font-size: 40px }</style>`,
    body: `<div id="stage"><p>Aren't you bored with all those presentations? This slide fits the window.</p></div>
      <script>let timer; const fit = () => { stage.style.transform = "scale(" + Math.min(innerWidth / 1000, 1) + ")"; };
        fit(); addEventListener("resize", () => { clearTimeout(timer); timer = setTimeout(fit, 250); });</script>`,
  },
  {
    rule: "reflow",
    head: "<style>body { overflow: hidden }</style>",
    body: `<p style="position: absolute; top: 90px; width: 280px; transform: translateX(1500px)">The second slide</p>
      <p id="bad" style="white-space: nowrap">${"A heading that can't wrap ".repeat(4)}</p>`,
  },
  {
    rule: "reflow",
    head: `<style>body { margin: 0 } .columns { margin: 0 -12px } .columns div { padding: 24px; background: #eee } .wide { width: 800px; height: 40px }
      .chart { position: relative; width: 800px; height: 200px } .axis { position: absolute; inset: 0 } .chart p { position: absolute; left: 700px; top: 160px }</style>`,
    body: `<div class="columns"><div>Everything here can be read without scrolling sideways.</div></div><div class="wide"></div>
      <div class="chart"><canvas role="img" aria-label="Temperatures" width="800" height="180"></canvas><p>2009</p><div class="axis"><p><b>2010</b></p></div></div>
      <div class="chart"><svg aria-hidden="true" width="20" height="20"></svg><p id="bad">Not in a chart</p></div>
      <div class="wide" id="end" style="text-align: right">Basket</div><div class="wide" id="panel" style="background: #ddd"></div>
      <p><input id="field" class="wide" aria-label="Name"></p>`,
    reported: ["#bad", "#end", "#panel", "#field"],
  },
  {
    rule: "aria-command-name",
    head: `<style>.text::before { content: "Normal" } #bad::before { content: "\\e001" }</style>`,
    body: `<span class="text" role="button" tabindex="0"></span> <span id="bad" role="button" tabindex="0"></span>`,
  },
  {
    rule: "label-content-name-mismatch",
    body: `<button aria-label="Check the page"><span>6</span></button>
      <button id="bad" aria-label="Check the page">6</button>`,
  },
  {
    rule: "mouse-only",
    reported: ["#bad", "#shoe"],
    head: "<style>.press { cursor: pointer } .clear { opacity: 0 } .icon::before { content: '\\2605' }</style>",
    body: `<div><span class="press" id="face">OFF</span><input class="clear" type="checkbox" aria-label="Letters"></div>
      <div><div class="press" id="poster">${image('alt=""')}</div><button>Play</button></div>
      <i class="press" id="plain"></i><i class="press icon" id="bad"></i>
      <div><div class="press" id="shoe">${image('alt="Red shoe"')}</div><button>Buy</button></div>
      <script>for (const each of document.querySelectorAll(".press")) each.onclick = () => {};</script>`,
  },
  {
    rule: "mouse-only",
    head: "<style>.gone { visibility: hidden } .clear { opacity: 0 }</style>",
    body: `<p><label id="bad"><input class="gone" type="checkbox"> Send me letters</label></p>
      <p><label><input class="clear" type="checkbox"> Send me parcels</label></p>
      <p><label><input class="gone" type="checkbox" disabled> Send me cards</label></p>
      <p><span role="checkbox" tabindex="0" aria-checked="false" aria-label="Stamps"></span>
        <label><input hidden type="checkbox"> Send me stamps</label></p>`,
  },
  {
    rule: "mouse-only",
    reported: ["#terms", "#task", "#drawn", "#chapter"],
    head: `<style>.gone { position: absolute; visibility: hidden } .box { position: relative; display: inline-block } .panel { visibility: hidden }
      .box i, #drawn::after { position: absolute; left: 0; top: 0; width: 17px; height: 17px; border: 1px solid } #drawn::after { content: "" }
      .cut { position: absolute; width: 1px; height: 1px; overflow: hidden } .fold { height: 0; overflow: hidden }</style>`,
    body: `<div><p><label id="terms"><input class="gone" type="checkbox"> I accept the <a href="/terms">terms</a></label></p></div>
      <div><p><label><input class="gone" type="checkbox"> <a href="/red">Red</a></label></p></div>
      <div><p><label id="task" class="box"><input class="gone" type="checkbox"><i></i></label> Ring Ada</p></div>
      <div><p><label id="drawn" class="box"><input class="gone" type="checkbox"></label> Ring Bo</p></div>
      <div><p><label><input class="gone" type="radio" name="only" checked> Cash</label></p></div>
      <div><p><label class="cut"><input class="gone" type="checkbox"><span>Ring Cy</span></label></p></div>
      <div><p><label class="box"><input class="gone" type="checkbox"></label> Ring Di</p></div>
      <div><div><input hidden id="a" type="checkbox"><label for="a" id="chapter">Start</label><div class="panel"><a href="/a">One</a></div>
        <div class="fold"><a href="/b">Two</a></div></div></div>
      <div><div><input hidden id="b" type="checkbox"><label for="b">More</label><div><a href="/c">Three</a></div></div></div>`,
  },
  {
    rule: "mouse-only",
    reported: "#closed",
    head: "<style>.body { max-height: 0; overflow: hidden } :checked ~ .body { max-height: none }</style>",
    body: `<div>
        <div><input hidden id="a" type="checkbox"><label id="closed" for="a">Start</label><div class="body"><a href="/a">One</a></div></div>
        <div><input hidden id="b" type="checkbox" checked><label for="b">More</label><div class="body"><a href="/b">Two</a></div></div>
      </div>`,
  },
  {
    rule: "mouse-only",
    reported: ["#icon", "#eye", "#sort", "#cell"],
    head: `<style>.press { cursor: pointer } .i::before { content: "\\2699" } #sort:hover, tr:hover > .cell { cursor: pointer }
      #link:hover + #beside, #off:hover { cursor: pointer } #off { cursor: not-allowed } .row::before { content: " " }
      .clear::after { content: "."; visibility: hidden; display: block; height: 0 } .hint:hover { cursor: pointer } @media print { .print:hover { cursor: pointer } }</style>`,
    body: `<p><a class="press" id="icon"><i class="i"></i></a></p><p><b class="press"><i class="row"></i></b></p><p><b class="press" id="off">Later</b></p>
      <p><b class="press"><i class="clear"></i></b></p><p><b class="press hint disabled">Next page</b></p><p><b class="press print">On paper</b></p>
      <div><input aria-label="Date"><b class="press"><i class="i"></i></b></div><div><input type="password" aria-label="Password"><b class="press" id="eye"><i class="i"></i></b></div>
      <p><b class="press" id="sort">Name</b></p><table><tr><td class="cell press" id="cell">Ada</td></tr></table>
      <p><a href="/" id="link">Home</a><b class="press" id="beside">Beside</b></p>
      <script>for (const each of document.querySelectorAll(".press")) { each.onclick = () => {}; if (each.textContent) each.classList.remove("press"); }</script>`,
  },
  {
    rule: "mouse-only",
    outcome: "review",
    reported: ["#versions", "#bold"],
    head: `<style>.btn { display: inline-block; width: 30px; height: 30px } .icon { width: 18px; height: 18px; background: linear-gradient(#000, #333) }</style>`,
    body: `<p><a class="press" id="versions">Versions</a> <a class="press disabled">Next</a> <a class="press" style="cursor: default">Last</a> <a>Plain</a></p>
      <p><span class="press btn" id="bold" data-tooltip="Bold"><span class="icon btn"></span></span> <span class="press btn"></span></p>
      <div role="toolbar" tabindex="0" aria-label="Text"><span class="press btn" title="Italics"><span class="icon btn"></span></span></div>
      <script>for (const each of document.querySelectorAll(".press")) each.onclick = () => {};</script>`,
  },
  {
    rule: "mouse-only",
    body: `<div hidden id="menu"></div><p id="bad" style="cursor: pointer">Sheet one</p>
      <script>for (let each = 0; each < 400; each += 1) menu.appendChild(document.createElement("p")).onclick = () => {};
      bad.onclick = () => {};</script>`,
  },
  {
    rule: "prohibited-name",
    body: `<div id="bad" aria-label="Price: 3 euros">€3</div><div role="group" aria-label="Price">€3</div>`,
  },
  {
    rule: "prohibited-name",
    body: `<p id="bad" aria-roledescription="slogan">Text</p><button aria-roledescription="slide">1</button>`,
  },
  {
    rule: "mouse-only",
    head: "<style>[onclick], .press { cursor: pointer }</style>",
    body: `<div id="bad" class="press">Buy</div><div class="press" tabindex="0" role="button" onclick="x()">Sell</div>
      <div class="press" id="card"><a href="/a">Card with a link</a></div><button><span class="press" id="inner">Inside</span></button>
      <ul role="listbox" tabindex="0" aria-label="Choice"><li role="option" aria-selected="false" id="option" class="press">One</li></ul>
      <p id="tracked">A paragraph whose clicks are counted</p>
      <script>for (const id of ["bad", "card", "inner", "option", "tracked"])
        document.getElementById(id).addEventListener("click", () => document.body.append("!"));</script>`,
  },
  {
    rule: "mouse-only",
    reported: "#frame >>> #bad",
    body: `${frame("frame", "")}${frame("faded", 'style="opacity: 0"')}<div aria-hidden="true">${frame("apart", 'tabindex="-1"')}</div>`,
  },
  {
    rule: "orientation-lock",
    head: "<style>@media (orientation: landscape) { main { transform: rotate(90deg); height: 90vh } } aside { transform: rotate(90deg) }</style>",
    body: "<p>Text.</p>",
    reported: "main",
  },
  ...(["landscape", "portrait"] as const).map((orientation) => ({
    rule: "orientation-lock",
    head: `<style>#bad, #banner { display: none; background: #000; color: #fff } @media (orientation: ${orientation}) { #bad, #banner { display: block }
      #bad { position: fixed; inset: 0 } }</style>`,
    body: `<p>The ferry leaves twice a day.</p><div id="bad"><p>Please rotate your device.</p></div><p id="banner">Best in landscape</p>`,
  })),
  {
    rule: "orientation-lock",
    outcome: "review",
    head: `<style>#bad { display: none; background: #000 } @media (orientation: portrait) { #bad { display: block; position: fixed; inset: 0 } }</style>`,
    body: `<p>The piano has two octaves.</p><canvas width="200" height="100"></canvas><div id="bad"><p>Turn your phone to play.</p></div>`,
  },
  {
    rule: "orientation-lock",
    head: `<style>div { position: fixed; inset: 0; background: #eee } @media (orientation: portrait) { #menu { display: block } #asks { height: 50% } } #menu { display: none }</style>`,
    body: `<p>The ferry leaves twice a day.</p><div id="asks"><p>Photos in portrait format</p></div><div id="menu"><p>Menu</p></div>`,
    reported: [],
  },
  {
    rule: "reflow",
    body: `<p id="bad" style="width: 600px">A line of text that is longer than the window, in a box of fixed width</p><p>Text</p>`,
  },
  { rule: "reflow", body: `<p id="bad" style="white-space: nowrap">${"A heading that can't wrap ".repeat(4)}</p>` },
  {
    rule: "keyboard-trap",
    body: `<p><a href="/a">Before</a></p><p><button id="bad" onblur="setTimeout(() => this.focus(), 10)">Stay</button></p>
      <p><button onblur="this.dataset.left = 1">Leave</button> <a href="/b">After</a></p>`,
  },
  {
    rule: "keyboard-trap",
    body: `<p><a href="/a">Before</a></p><div id="bad" contenteditable role="textbox" aria-label="Message"></div>
      <div id="free" contenteditable role="textbox" aria-label="Note"><b>Text</b></div><p><a href="/b">After</a></p>
      <script>
        bad.onkeydown = (event) => { if (event.key.length > 1) event.preventDefault(); };
        free.onkeydown = (event) => { if (event.key === "Enter") event.preventDefault(); };
      </script>`,
  },
  {
    rule: "change-on-focus",
    outcome: "review",
    reported: "#bad",
    body: `<p><label>Town <input id="bad" onfocus="if (this.dataset.closing !== 'yes') this.closest('p').nextElementSibling.showModal()"></label> <label>Street <input onfocus="this.select()"></label></p>
      <dialog oncancel="this.previousElementSibling.querySelector('input').dataset.closing = 'yes'"
        onclose="setTimeout(() => { this.previousElementSibling.querySelector('input').dataset.closing = 'no'; }, 20)"><label>Find a town <input></label></dialog>`,
  },
  {
    rule: "keyboard-trap",
    outcome: "review",
    reported: "#bad",
    body: `<p><a href="/a">Before</a></p><ol id="days"><li><button id="bad">1</button></li>${"<li><button>2</button></li>".repeat(14)}</ol>
      <ol id="hours">${"<li><button>3</button></li>".repeat(9)}</ol><p><a href="/b">After</a></p>
      <script>
        const keepIn = (list, isKept) => list.addEventListener("keydown", (event) => {
          const all = [...list.querySelectorAll("button")];
          const step = event.key === "Tab" && isKept(event) ? (event.shiftKey ? -1 : 1) : 0;
          if (step === 0) return;
          event.preventDefault();
          all[(all.indexOf(event.target) + step + all.length) % all.length].focus();
        });
        keepIn(days, () => true);
        keepIn(hours, (event) => !event.shiftKey);
      </script>`,
  },
  {
    rule: "focus-visible",
    head: "<style>.none:focus { outline: none } .other:focus { outline: none; background: #ff0 }</style>",
    body: `<p><a id="bad" class="none" href="/a">No outline</a> <a class="other" href="/b">Background</a> <a href="/c">Outline</a></p>
      <p><button class="none" onfocus="mark.hidden = false" onblur="mark.hidden = true">Marked elsewhere</button></p>
      <p style="height: 30px"><span id="mark" hidden>Here</span></p>`,
  },
  {
    rule: "clipped-text",
    body: `<p id="bad" style="height: 24px; overflow: hidden">${"Text that needs several lines. ".repeat(4)}</p>
      <p style="min-height: 24px; overflow: hidden">${"Text that needs several lines. ".repeat(4)}</p>`,
  },
  {
    rule: "clipped-text",
    body: `<p id="bad" style="height: 9px; overflow: hidden">Half of each letter</p>
      <p style="height: 9px; overflow: hidden; text-indent: -9999px">Text behind a picture</p>
      <p style="position: absolute; width: 1px; height: 1px; overflow: hidden">For screen readers</p>`,
  },
  {
    rule: "clipped-text",
    head: "<style>.low { height: 17vh; overflow: hidden; max-width: 52rem }</style>",
    body: `<div class="low" id="bad"><p>${"Text that needs several lines. ".repeat(14)}</p></div>
      <div class="low" style="overflow: auto" tabindex="0"><p>${"Text that needs several lines. ".repeat(14)}</p></div>
      <div class="low" style="height: auto; min-height: 17vh"><p>${"Text that needs several lines. ".repeat(14)}</p></div>
      <div class="low"><p>${"Text that is cut off in any window. ".repeat(60)}</p></div>
      <div class="low"><p>A heading</p><p aria-hidden="true">${"Decoration that needs several lines. ".repeat(12)}</p></div>`,
  },
  {
    rule: "clipped-text",
    outcome: "review",
    reported: ["#opens", "#teaser", "#sized"],
    head: "<style>.low { height: 120px; overflow: hidden; max-width: 52rem }</style>",
    body: `<section><div class="low" id="opens"><p>${"Text that needs several lines. ".repeat(14)}</p></div><button type="button" onclick="opens.className = ''">Show more</button></section>
      <article><div class="low" id="teaser"><p>${"Text that needs several lines. ".repeat(14)}</p></div><a href="/whole">The first ferry</a></article>
      <section><div class="low" id="sized" style="max-height: 130px"><p>${"Text that needs several lines. ".repeat(14)}</p></div></section>
      <script>addEventListener("resize", () => {});</script>`,
  },
  {
    rule: "avoid-inline-spacing",
    body: `<p id="bad" style="line-height: 1em !important; max-width: 200px">${english}</p>
      <p style="line-height: 1em !important">One line</p>
      <p style="line-height: 1.5em !important; max-width: 200px">${english}</p>
      <p style="line-height: 1em; max-width: 200px">${english}</p>`,
  },
  {
    rule: "ambiguous-link",
    outcome: "review",
    body: `<p><a id="bad" href="/a">Contact</a> <b><a id="bad-2" href="/b">Contact</a></b></p>
      <p><a href="/c">Prices</a> <a href="/c/index.html?utm_source=a#top">prices</a> <a href="/d">More prices</a></p>
      <ul><li><a href="/e">Details</a></li><li><a href="/f">Details</a></li></ul>`,
    reported: ["#bad", "#bad-2"],
  },
  {
    rule: "character-shortcut",
    body: `<p><input id="field" aria-label="Note"></p><p id="log"></p><script>
      document.addEventListener("keydown", (event) => {
        if (event.key === "n" && !event.ctrlKey) { log.append("New. "); event.preventDefault(); }
      });</script>`,
    reported: "body",
  },
  {
    rule: "character-shortcut",
    outcome: "review",
    body: `<p><button>Keyboard shortcuts</button></p><p><input id="field" aria-label="Search"></p><script>
      document.addEventListener("keydown", (event) => { if (event.key === "/") field.focus(); });</script>`,
    reported: "body",
  },
  {
    rule: "character-shortcut",
    body: `<p>Press some keys.</p><script>
      document.addEventListener("keydown", (event) => {
        if (event.key === "f" && !event.ctrlKey) document.documentElement.requestFullscreen();
      });</script>`,
    reported: "body",
  },
  {
    rule: "character-shortcut",
    outcome: "review",
    body: `<p>Text.</p><script>let zoom = 1;
      document.addEventListener("keydown", (event) => { if (event.key === "z" && !event.ctrlKey) { zoom += 1; event.preventDefault(); } });</script>`,
    reported: "body",
  },
  {
    rule: "character-shortcut",
    reported: [],
    body: `<ul role="listbox" aria-label="Town" tabindex="0"><li role="option">Leeds</li><li role="option">York</li></ul><script>
      document.addEventListener("keydown", (event) => {
        const isInList = document.activeElement.matches("ul");
        if (isInList && event.key.length === 1) { document.querySelector("li").title += event.key; event.preventDefault(); }
      });
      let typed = "";
      document.addEventListener("keydown", ({ key }) => { typed += key; });</script>`,
  },
  {
    rule: "page-language",
    lang: "fr",
    body: `<p>${english}</p>`,
    reported: "html",
  },
  {
    rule: "part-language",
    body: `<p>The Dutch say <span id="bad" lang="fr">Hij ging met de kippen op stok</span> when they mean an early night.</p>
      <p>They also say <span lang="nl">De kogel is door de kerk</span>, and <a lang="de" href="/">English</a> is named in German here.</p>`,
  },
  {
    rule: "part-language",
    outcome: "review",
    body: `<p>${english}</p><p id="bad">Der Hafen öffnet jeden Morgen um sieben Uhr, und die Fähre fährt zweimal am Tag hinaus.</p>
      <p lang="de">Der Hafen öffnet jeden Morgen um sieben Uhr, und die Fähre fährt zweimal am Tag hinaus.</p>
      <pre>Der Hafen öffnet jeden Morgen um sieben Uhr, und die Fähre fährt zweimal am Tag hinaus.</pre>
      <p>Lorem ipsum dolor sit amet, consectetur adipiscing elit, sed do eiusmod tempor incididunt ut labore et dolore.</p>`,
  },
  {
    rule: "part-language",
    outcome: "review",
    reported: ["#bad", "#han", "#greek", "#stated"],
    body: `<p>${english}</p><h2 id="bad">چهارشنبه ۲۲ اسفند</h2><p id="han">港口每天早上七点开门</p>
      <p id="greek">They say: Το λιμάνι ανοίγει κάθε πρωί.</p><p>They say <b id="stated" lang="fr">порт открыт</b>.</p>
      <p lang="fa">چهارشنبه ۲۲ اسفند</p><p>Владимир Петров</p><p>東京</p><p>The port (порт открыт) opens at α + β and γδ.</p>
      <ul><li><a href="/ar">اللغة العربية الفصحى</a></li><li><a href="/el">Ελληνικά</a></li><li>العربية</li></ul>
      <select aria-label="Language"><option>اللغة العربية الفصحى</option></select><pre>порт открыт с утра</pre>`,
  },
  {
    rule: "part-language",
    outcome: "review",
    reported: "#bad",
    lang: "ja",
    body: `<p>港は毎朝七時に開き、島へのフェリーは天気がよければ一日に二回出ます。</p><p id="bad">порт открыт с утра</p>
      <p lang="xx">порт открыт с утра</p><p>Opening hours and prices</p>`,
  },
  {
    rule: "label-content-name-mismatch",
    head: `<style>.icon { font-size: 0; width: 24px; height: 24px; display: inline-block; background: #111 }</style>`,
    body: `<button id="bad" aria-label="Send now">Submit</button>
      <button aria-label="More actions"><span class="icon" aria-hidden="true">more_vert</span></button>
      <button aria-label="Copy this link"><span class="icon" aria-hidden="true">copy_all</span><span>Copy</span><span>this</span></button>
      <ul role="tree" aria-label="Files"><li role="treeitem" aria-expanded="true" tabindex="0" aria-labelledby="photos">
        <span id="photos">Photos</span><ul role="group"><li role="treeitem" tabindex="-1">beach.jpg</li></ul></li></ul>`,
  },
  {
    rule: "meta-viewport",
    head: `<meta id="bad" name="viewport" content="width=device-width minimum-scale=1.0 user-scalable = no">
      <meta id="large" name="viewport" content="width=device-width, initial-scale=1 maximum-scale=1.5">
      <meta name="viewport" content="width=device-width initial-scale=1 maximum-scale=5 user-scalable=yes">
      <meta name="viewport" content="width=device-width, other user-scalable=no">`,
    body: "<p>Text.</p>",
    reported: ["#bad", "#large"],
  },
  {
    rule: "label",
    body: `<p><input id="bad" type="tel" placeholder="(201) 555-0123"> <button>Send</button></p>
      <p><input placeholder="Phone"> <input placeholder="電話"> <input placeholder="€"> <input aria-label="Phone" placeholder="+44 20"></p>
      <p><label>Phone <input placeholder="0"></label></p>`,
  },
  {
    rule: "button-name",
    head: `<style>i { font: 24px "Material Icons" }</style>`,
    body: `<button id="bad"><i>more_vert</i></button><button><i aria-hidden="true">more_vert</i> More</button>
      <button><i>expand_more</i> Details</button><button aria-label="Details"><i>expand_more</i></button>
      <button><i>menu</i></button><button>more_vert</button>`,
  },
  {
    rule: "link-name",
    head: `<style>i { font: 24px "Material Symbols Outlined" }</style>`,
    body: `<a id="bad" href="/a"><i>arrow_forward</i></a> <a href="/b"><i>arrow_forward</i> Next</a> <a href="/c">file_name</a>`,
  },
  {
    rule: "target-size",
    head: "<style>.pins { position: relative; height: 80px } .pins a { position: absolute; width: 14px; height: 14px; background: #8a1020 } .list a { display: block; padding: 12px }</style>",
    body: `<div class="pins"><a href="/york" style="left: 10px" aria-label="York"></a><a id="bad" href="/selby" style="left: 26px" aria-label="Selby"></a></div>
      <div class="pins"><a id="one" href="#" style="left: 10px" aria-label="One"></a><a id="two" href="#" style="left: 26px" aria-label="Two"></a></div>
      <div class="list"><a href="/york">York</a><a href="#">Top</a></div>`,
    reported: ["#bad", "#one", "#two"],
  },
  {
    rule: "aria-allowed-attr",
    body: `<div role="switch checkbox" aria-checked="true" tabindex="0">Print in colour</div>
      <div id="bad" role="none-such button" aria-checked="true" tabindex="0">Print</div>`,
  },
  {
    // The first link looks like the second one, because it has focus when the page is tested.
    rule: "focus-visible",
    head: `<style>a { outline: 0; color: #aaa; transition: color 0.3s } a:focus, a#bad { color: #fff } nav { background: #222 }</style>`,
    body: `<nav><a id="first" class="link" href="/a">Rooms</a> <a id="bad" class="link" href="/b">Prices</a></nav>
      <script>first.focus()</script>`,
  },
  {
    rule: "focus-visible",
    head: `<style>#bad:focus { outline: 3px solid transparent } #seen:focus { outline: 3px solid #00f }</style>`,
    body: `<p><a id="bad" href="/a">Rooms</a> <a id="seen" href="/b">Prices</a></p>`,
  },
  {
    rule: "focus-visible",
    head: `<style>.cell { overflow: hidden; width: 120px; height: 40px } .cell button { width: 120px; height: 40px; border: 0 }
      .cell button:focus { outline: 2px solid #111; outline-offset: 4px } .cell .inside:focus { outline-offset: -4px }</style>`,
    body: `<div class="cell"><button id="bad">Vegan</button></div><div class="cell"><button class="inside">Quick</button></div>`,
  },
  {
    rule: "focus-visible",
    head: `<style>label { position: relative; display: inline-block } input { position: absolute; inset: 0; opacity: 0 }
      span { display: inline-block; padding: 12px; border: 2px solid #444 } .ring input:focus-visible + span { outline: 3px solid #00f }</style>`,
    body: `<fieldset><legend>Colour</legend><label><input id="bad" type="radio" name="one"><span>Moss</span></label></fieldset>
      <fieldset><legend>Size</legend><label class="ring"><input type="radio" name="two"><span>Large</span></label></fieldset>`,
  },
  {
    rule: "focus-visible",
    reported: ["#bad", "#clipped"],
    head: `<style>label { position: relative; display: inline-block; padding: 4px 4px 4px 30px }
      input { position: absolute; opacity: 0; width: 0; height: 0 }
      #clipped { opacity: 1; width: 1px; height: 1px; overflow: hidden; clip: rect(0, 0, 0, 0) }
      span { position: absolute; left: 0; width: 18px; height: 18px; border: 1px solid #333 }
      :checked + span { background: #06c } .ring :focus + span { outline: 3px solid #00f } .around:has(:focus) { background: #ff0 }</style>`,
    body: `<p><label><input id="bad" type="checkbox"><span></span>Newsletter</label></p>
      <p><label class="small"><input id="clipped" type="radio"><span></span>Letters</label></p>
      <p><label class="ring"><input type="checkbox"><span></span>Offers</label></p>
      <p><label class="around"><input type="radio"><span></span>Invitations</label></p>
      <p><label for="far" style="opacity: 0">Not shown</label><input type="checkbox" id="far"></p>`,
  },
  {
    // Some scripts can't show a tooltip again while they are still hiding it. They ignore a focus event that arrives in
    // that time, and the next focus event too.
    rule: "focus-visible",
    head: "<style>a, button { outline: none }</style>",
    body: `<p><a id="bad" href="/a">Cuts</a> <button>Post</button></p><p style="height: 30px"><span id="tip" hidden>Share it</span></p>
      <script>{
        const button = document.querySelector("button");
        let isHiding = false;
        let missed = 0;
        button.onfocus = () => {
          if (isHiding) missed = 2;
          if (missed > 0) missed -= 1;
          else tip.hidden = false;
        };
        button.onblur = () => {
          if (tip.hidden) return;
          tip.hidden = true;
          isHiding = true;
          setTimeout(() => { isHiding = false; }, 200);
        };
      }</script>`,
  },
  {
    rule: "focus-visible",
    reported: ["#bad", "#raised"],
    head: `<style>button { outline: none; border: 0; padding: 8px } #bad:focus { box-shadow: 0 0 0 0 #0a3d91 }
      #raised { box-shadow: 0 2px 4px #777 } #raised:focus { box-shadow: 0 2px 4px #777, 0 0 0 0 #0a3d91 }
      #ring:focus { box-shadow: 0 0 0 0 #0a3d91, 0 0 0 3px #0a3d91 }</style>`,
    body: `<p><button id="bad">Buy</button> <button id="raised">Sell</button> <button id="ring">Rent</button></p>`,
  },
  {
    rule: "focus-visible",
    body: `<p><a id="bad" href="/a" onfocus="this.blur()">Cuts</a> <a href="/b" onfocus="document.title = 'B'">Colours</a></p>`,
  },
  {
    rule: "focus-visible",
    body: `<fancy-button>Book a cabin</fancy-button>
      <script>customElements.define("fancy-button", class extends HTMLElement { connectedCallback() {
        this.attachShadow({ mode: "open" }).innerHTML = "<style>button { outline: none; border: 0 }</style><button><slot></slot></button>";
      } });</script>`,
    reported: "fancy-button >>> button",
  },
  {
    rule: "control-role",
    head: "<style>.press { cursor: pointer }</style>",
    body: `<div id="bad" class="press">Buy</div><div class="press" role="button">Sell</div><div class="press" role="button" tabindex="0">Rent</div>
      <div class="press"><a href="/a">Card with a link</a></div><button class="press">Try</button>
      <script>for (const each of document.querySelectorAll(".press")) each.addEventListener("click", () => document.body.append("!"));</script>`,
  },
  {
    rule: "placeholder-contrast",
    head: `<style>input, textarea { background: #fff } #bad::placeholder { color: #bbb } #pale::placeholder { color: rgb(0 0 0 / 40%) }
      #large::placeholder { color: #888; font-size: 24px } #picture { background: linear-gradient(#fff, #999) } #picture::placeholder { color: #bbb }</style>`,
    body: `<input id="bad" aria-label="IBAN" placeholder="DE00 0000"><input id="pale" aria-label="Name" placeholder="Ada">
      <input id="large" aria-label="City" placeholder="Leeds"><input aria-label="Street" placeholder="High Street">
      <input id="picture" aria-label="Country" placeholder="Wales"><input aria-label="Post code" placeholder=" ">
      <textarea aria-label="Note" placeholder="Anything else"></textarea>`,
    reported: ["#bad", "#pale"],
  },
  {
    rule: "generated-text-contrast",
    head: `<style>body { background: #fff } .tag::after { content: "Not answered yet"; color: #bbb } #large::before { content: "New"; color: #999; font-size: 24px }
      #dark::after { content: "Sold out"; color: #595959 } #sign::after { content: "→"; color: #bbb } #icon::before { content: "home"; font-family: "Material Icons"; color: #ccc }
      #tip { position: relative } #tip::after { content: "More about this"; position: absolute; color: #ccc } #hidden::after { content: "Later"; opacity: 0; color: #ccc }
      #picture { background: linear-gradient(#fff, #999) } #picture::after { content: "Today"; color: #bbb } #own::after { content: "Sale"; color: #fff; background: #a00 }</style>`,
    body: `<p class="tag" id="bad">Question 4</p><p id="large">Tent</p><p id="dark">Stove</p><p><a id="sign" href="/a">Shoes</a></p><p id="icon">Start</p>
      <p id="tip">Price</p><p id="hidden">Delivery</p><p id="picture">Offers</p><p id="own">Lamp</p><button class="tag" disabled>Send</button>`,
    reported: ["#bad", "#large"],
  },
  {
    rule: "control-contrast",
    head: `<style>body { background: #fff } .form input, .form textarea { border: 1px solid #ccc; padding: 8px; background: #fff }
      .line { position: relative; display: inline-block } .line input { border-width: 0 }
      .line::after { content: ""; position: absolute; inset: auto 0 0; height: 2px; background: #333 }</style>`,
    body: `<div class="form"><p><label>Name <input id="bad"></label></p><p><label>Note <textarea id="note"></textarea></label></p>
      <p><label>Street <input style="border-color: #767676"></label></p><p><label>City <input style="border-width: 0 0 1px; border-color: #555"></label></p>
      <p><label>Post code <input disabled></label></p><p><label>Country <input readonly></label></p>
      <p><label>Phone <input style="border-color: #fff; box-shadow: 0 0 0 1px #555"></label></p>
      <p>Email: <span class="line"><input aria-label="Email"></span></p>
      <p style="background: linear-gradient(90deg, #fff, #bbb)"><label>Code <input></label></p>
      <p style="background: #f3efe6"><label>Town <input style="border-color: #de6e58"></label></p>
      <p style="background: #333; color: #fff"><label>Age <input></label></p></div>
      <p><label>Usual <input></label> <label>Unit <select><option>kg</option></select></label></p>`,
    reported: ["#bad", "#note"],
  },
  {
    rule: "control-contrast",
    outcome: "review",
    head: "<style>input { border: 1px solid #ccc; padding: 8px } .low { position: relative } .low label { position: absolute; left: 9px; top: 9px }</style>",
    body: `<p><input id="bad" aria-label="Name" placeholder="Name"></p>
      <p class="low"><input id="inside"><label for="inside">Email</label></p>
      <p class="low"><label>Town</label><input id="unlinked" aria-label="Town"></p>`,
    reported: ["#bad", "#inside", "#unlinked"],
  },
  {
    rule: "control-contrast",
    head: `<style>label input { position: absolute; opacity: 0 } .box { display: inline-block; width: 16px; height: 16px; border: 1px solid #ddd }
      .drawn { appearance: none; width: 18px; height: 18px; border: 1px solid #ccc } #soft { border-color: #e6e6e6; box-shadow: 0 1px 2px #0000000f } .chip { border: 1px solid #ddd; padding: 8px }
      .switch { display: inline-block; width: 40px; height: 20px; border-radius: 10px; background: #eee }</style>`,
    body: `<div style="height: 2000px"></div><p><label id="bad"><input type="checkbox"><span class="box"></span> Newsletter</label></p>
      <p><label><input type="checkbox"><span class="box" style="border-color: #555"></span> Offers</label></p>
      <p><label class="chip"><input type="radio" name="size">Small</label></p>
      <p><input id="drawn" class="drawn" type="checkbox" aria-label="One"> <input class="drawn" style="border-color: #222" type="checkbox" aria-label="Two">
        <input class="drawn" type="checkbox" aria-label="Three" disabled> <input type="checkbox" aria-label="Four"></p>
      <p><input id="soft" class="drawn" type="checkbox" aria-label="Five"></p>
      <p><span id="switch" class="switch" role="switch" aria-checked="false" tabindex="0" aria-label="Wifi"></span>
        <span class="switch" role="switch" aria-disabled="true" aria-checked="false" tabindex="0" aria-label="Flight mode"></span></p>`,
    reported: ["#bad", "#drawn", "#soft", "#switch"],
  },
  {
    rule: "control-contrast",
    head: "<style>button { border: 0; background: none; padding: 6px; color: #ccc } path { fill: none; stroke: currentColor; stroke-width: 2 }</style>",
    body: `<p><button id="bad" aria-label="Close">${cross}</button> <button style="color: #555" aria-label="Close">${cross}</button>
      <button disabled aria-label="Close">${cross}</button> <button>${cross} <b style="color: #222">Close</b></button>
      <button style="background: #0a3d91; color: #fff" aria-label="Close">${cross}</button>
      <button style="background: linear-gradient(#fff, #000)" aria-label="Close">${cross}</button>
      <a href="https://www.facebook.com/us" style="color: #ccc" aria-label="Facebook">${cross}</a></p>`,
  },
  {
    rule: "control-contrast",
    head: `<style>body { background: #fff } button { border: 0; background: none; padding: 7px } button span { display: block; width: 10px; height: 10px; border-radius: 9px; background: #d6d6d6 }
      .dark span { background: #666 } .dot { display: inline-block; width: 10px; height: 10px; margin: 6px; border-radius: 9px; background: #000; opacity: 0.2 } .glyph::before { content: "×"; color: #ddd }
      .bars { background: #222 } .bars span { background: #fff }</style>`,
    body: `<p><button id="bad" aria-label="Slide 1"><span></span></button> <button class="dark" aria-label="Slide 2"><span></span></button>
      <button aria-label="Slide 3" disabled><span></span></button> <button aria-label="Close" class="glyph"><span></span></button>
      <button aria-label="Menu" class="bars"><span></span></button> <button aria-label="Grey"><span class="swatch"></span></button>
      <button aria-label="Sand"><span style="background: #eed"></span></button> <button><span></span>Next</button> <button aria-label="Empty"></button></p>
      <p><span id="dot" class="dot" role="button" tabindex="0" aria-label="Slide 1"></span></p>`,
    reported: ["#bad", "#dot"],
  },
  {
    rule: "field-group",
    body: `<form><p id="bad">Do you need a seat?</p><div><label><input type="radio" name="seat"> Yes</label> <label><input type="radio" name="seat"> No</label></div></form>
      <form><label id="topics">Topics</label><div><label><input type="checkbox" name="topic[]"> Boats</label> <label><input type="checkbox" name="topic[]"> Fish</label></div></form>
      <form><fieldset><legend>Do you eat fish?</legend><label><input type="radio" name="fish"> Yes</label> <label><input type="radio" name="fish"> No</label></fieldset></form>
      <form><p id="q">Do you drink tea?</p><div role="radiogroup" aria-labelledby="q"><label><input type="radio" name="tea"> Yes</label> <label><input type="radio" name="tea"> No</label></div></form>
      <form><p>Choose a boat for the trip to the islands.</p><label><input type="radio" name="boat"> Ferry</label> <label><input type="radio" name="boat"> Yacht</label></form>
      <form><p>Pets:</p><label><input type="radio" name="pet"> Pets: yes</label> <label><input type="radio" name="pet"> Pets: no</label></form>
      <form><p>I agree:</p><p><label><input type="checkbox" name="terms"> To the terms</label></p><p><label><input type="checkbox" name="mail"> To the newsletter</label></p></form>
      <form><p>Your name: <input aria-label="Your name"></p><label><input type="radio" name="title"> Ms</label> <label><input type="radio" name="title"> Mr</label></form>`,
    reported: ["#bad", "#topics"],
  },
  {
    rule: "field-group",
    outcome: "review",
    body: `<form><h2 id="bad">Delivery</h2><label><input type="radio" name="way"> By post</label> <label><input type="radio" name="way"> In the shop</label></form>`,
  },
  {
    rule: "fake-list",
    body: `<p id="bad">• Rope<br>• Sails<br>• Anchor</p><div><p id="lines">• A warm coat</p><p>• Good shoes</p><p>• A bottle of water</p></div>
      <ul><li>Rope</li><li>Sails</li><li>Anchor</li></ul><p>Home • Boats • Prices</p><p>12 Harbour Street<br>Whitby<br>England</p>
      <div style="display: flex"><p>• Ada</p><p>• 4 May</p><p>• 3 minutes</p></div><pre>• One\n• Two\n• Three</pre>
      <div role="list"><div role="listitem">• One</div><div role="listitem">• Two</div><div role="listitem">• Three</div></div>
      <p>•••<br>••○<br>•○○</p><p>• A single line<br>and another one<br>and a third</p>
      <section class="dots"><div id="drawn">Flour</div><div>Two eggs</div><div>Milk</div></section>`,
    head: '<style>.dots div::before { content: "•"; padding-right: 6px }</style>',
    reported: ["#bad", "#lines", "#drawn"],
  },
  {
    rule: "fake-list",
    outcome: "review",
    body: `<p id="bad">- Rope<br>- Sails<br>- Anchor</p><div><p id="steps">1. Loosen the rope</p><p>2. Raise the sail</p><p>3. Steer into the wind</p></div>
      <p>– Where is he?<br>– I don't know.<br>– He must be somewhere.</p><p>-5 °C at dawn<br>-3 °C at noon<br>-8 °C at night</p>
      <p>1.50 Tea<br>2.50 Coffee<br>3.50 Cake</p><p>12. May<br>13. June<br>14. July</p>`,
    reported: ["#bad", "#steps"],
  },
  {
    rule: "fake-heading",
    head: "<style>.title { font-size: 24px; font-weight: 700 }</style>",
    body: `<div><div id="bad" class="title">Boats</div><p>${english}</p><div id="bad-2" class="title">Fishing</div><p>${english}</p></div>
      <div><p class="title">${english}</p><p>${english}</p><p class="title">${english}</p><p>${english}</p></div>
      <div><p><b>Note</b></p><p>${english}</p><p><b>Hint</b></p><p>${english}</p></div>
      <div><div class="title">250 boats</div><p>Sold.</p><div class="title">90 crews</div><p>Trained.</p></div>
      <div><p class="title" style="color: #111">A single line</p><p>${english}</p></div>
      <div>${["York", "Hull", "Leeds"].map((town) => `<p id="${town}" class="title">${town}</p><p>We were there in June.</p>`).join("")}</div>`,
    reported: ["#bad", "#bad-2", "#York", "#Hull", "#Leeds"],
  },
  {
    rule: "fake-heading",
    outcome: "review",
    head: "<style>.title { font-size: 24px; font-weight: 700 }</style>",
    body: `<section><div id="bad" class="title">Ada Byron</div><p>${english}</p></section><section><div id="bad-2" class="title">Mary Ward</div><p>${english}</p></section>
      ${["Button", "Menu"].map((title) => `<div><div class="title"><h3>${title}</h3></div><div><p>${english}</p></div></div>`).join("")}`,
    reported: ["#bad", "#bad-2"],
  },
  {
    rule: "table-headers",
    body: `<table id="bad"><tr><td><b>Harbour</b></td><td><b>Departure</b></td></tr><tr><td>Whitby</td><td>10:00</td></tr><tr><td>Hull</td><td>11:30</td></tr></table>
      <table><tr><th>Harbour</th><th>Departure</th></tr><tr><td>Whitby</td><td>10:00</td></tr><tr><td>Hull</td><td>11:30</td></tr></table>
      <table role="presentation"><tr><td><b>Harbour</b></td><td><b>Departure</b></td></tr><tr><td>Whitby</td><td>10:00</td></tr><tr><td>Hull</td><td>11:30</td></tr></table>
      <table><tr><td><b>Welcome</b></td><td><b>aboard</b></td></tr><tr><td>Text about boats</td><td>Text about crews</td></tr><tr><td>More text</td><td>And more</td></tr></table>
      <table><tr><td><b>10:00</b></td></tr><tr><td>11:00</td></tr><tr><td>12:00</td></tr></table>`,
  },
  {
    rule: "table-headers",
    outcome: "review",
    body: `<table id="bad"><tr><td><b>Whitby</b></td><td><b>10</b></td></tr><tr><td>Hull</td><td>8</td></tr><tr><td>Leith</td><td>5</td></tr></table>`,
  },
  {
    rule: "unlinked-label",
    reported: ["#mail", "#password", "#note"],
    body: `<div><label>Email address</label> <input id="mail" type="email" placeholder="you@example.com"></div>
      <div><label>Password</label><div class="group"><input id="password" type="password" title="Eight or more characters"><button>Show</button></div></div>
      <div><label for="gone">Note</label><textarea id="note" placeholder="For the driver"></textarea></div>
      <div><label for="town">Town</label><input id="town" placeholder="Whitby"></div>
      <div><label>Street</label><input aria-label="Street" placeholder="Church Street"></div>
      <div><label>Country</label><input></div><div><label hidden>Phone</label><input placeholder="01947"></div>
      <div><label>Size</label><p>In centimetres</p><input placeholder="30"></div>`,
  },
  {
    rule: "unlinked-label",
    reported: ["#visitors", "#postcode", "#sort"],
    body: `<dl><dt><label>Visitors</label> *</dt><dd><input id="visitors" type="number" title="A number from 1 to 20"></dd></dl>
      <div><label>Postcode</label><input id="postcode" aria-label="Type where you live"></div>
      <div><label>Order by</label><select id="sort" title="Choose one"><option>Price</option></select></div>
      <div><label>お名前</label><input aria-label="お名前を入力"></div><div><label>Full name</label><input aria-label="Your name"></div>
      <dl><dt><label>Nights</label> (we can host you for at most 14 nights)</dt><dd><input placeholder="3"></dd></dl>`,
  },
  {
    rule: "unlinked-label",
    outcome: "review",
    reported: ["#cases", "#bikes", "#mail"],
    body: `<div><label for="bikes">Suitcases</label><select id="cases"><option>0</option></select></div>
      <div><label for="cases">Bicycles</label><select id="bikes"><option>0</option></select></div>
      <div><label>Email</label><input id="mail" placeholder="Email"></div>
      <div><label for="year">Born</label><input aria-label="Day"><input aria-label="Month"><input id="year"></div>`,
  },
  {
    rule: "visible-label",
    reported: [],
    body: `<div><label>Email address</label><input placeholder="you@example.com"></div>`,
  },
  {
    rule: "visible-label",
    outcome: "review",
    reported: ["#parcel", "#plant"],
    head: "<style>form { margin: 300px 0; display: flex; width: 400px } input { flex: 1 }</style>",
    body: `<form><input id="parcel" aria-label="Parcel number"><button aria-label="Track">${cross}</button></form>
      <form role="search"><input id="plant" placeholder="Name" aria-label="Search"></form>
      <form role="search"><input id="book" placeholder="Name" aria-label="Search"><button aria-label="Search">${cross}</button></form>`,
  },
  {
    rule: "visible-label",
    head: "<style>.far { height: 200px }</style>",
    body: `<p>Text.</p><div class="far"></div><input id="bad" aria-label="Amount"><div class="far"></div>
      <p><label>Name <input></label></p><p>Email <input aria-label="Email"></p><div class="far"></div>
      <p><input aria-label="Go to"> <button>Go</button></p><div class="far"></div><p><input type="search" aria-label="Search"> <button>Search</button></p>
      <div class="far"></div><p><input aria-label="Code" disabled></p><div class="far"></div><p><input aria-label="Age" hidden></p>`,
  },
  {
    rule: "visible-label",
    outcome: "review",
    body: `<p><input id="bad" placeholder="Your town" aria-label="Your town"></p><p><label>Street <input placeholder="High Street"></label></p>
      <p><input name="q" placeholder="Search boats" aria-label="Search boats"> <button>Search</button></p>
      <p id="t">Country</p><input aria-labelledby="t" placeholder="Wales">`,
  },
  {
    rule: "unlabelled-graphic",
    body: `${["id='bad' tabindex='0'", "tabindex='0' aria-label='Game of draughts'", "aria-hidden='true'"].map((each) => `<canvas ${each} width="100" height="100"></canvas>`).join("")}
      <canvas tabindex="0" width="100" height="100">A game of draughts</canvas>${drawing}<canvas tabindex="0" width="100" height="100"></canvas>`,
  },
  {
    rule: "unlabelled-graphic",
    outcome: "review",
    body: `<canvas id="bad" width="100" height="100"></canvas><canvas style="pointer-events: none" width="100" height="100"></canvas>
      <canvas width="30" height="30"></canvas><canvas role="img" aria-label="Depth of the harbour" width="100" height="100"></canvas>${drawing}<canvas width="100" height="100"></canvas>`,
  },
  {
    rule: "unlabelled-graphic",
    outcome: "review",
    reported: ["#seed", "#tree"],
    body: `<table><tr><th>Feature</th><th>Seed</th><th>Tree</th></tr>
      <tr><td>Reports</td><td id="seed">${icon("no", "aria-hidden='true'")}</td><td id="tree">${icon("yes", "")}</td></tr>
      <tr><td>Alerts</td><td>${icon("a", "")} No</td><td>${icon("b", "role='img' aria-label='Yes'")}</td></tr></table>
      <table><tr><th>Day</th><th>Open</th></tr><tr><td>Monday</td><td>${icon("c", "")}</td></tr><tr><td>Tuesday</td><td></td></tr></table>`,
  },
  {
    rule: "unlabelled-graphic",
    outcome: "review",
    reported: "#chart >>> canvas",
    body: `<div id="chart"></div><script>const root = chart.attachShadow({ mode: "open" });
      root.innerHTML = "<canvas width='100' height='100'></canvas>";
      root.firstChild.getContext("2d").fillRect(20, 20, 40, 40);</script>`,
  },
  {
    // The heading near the first field counts as its visible label. Other fields don't count, and neither do labels
    // that only screen readers can read.
    rule: "visible-label",
    outcome: "review",
    reported: ["#seat", "#play"],
    head: `<style>.hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; white-space: nowrap; clip-path: inset(50%) }
      form > div { margin: 60px 0 }</style>`,
    body: `<form><h2>Your visit</h2>${["name", "seat", "play"].map((id) => `<div><label class="hidden" for="${id}">Your ${id}</label><input id="${id}"></div>`).join("")}</form>`,
  },
  {
    rule: "autocomplete-missing",
    outcome: "review",
    body: `<form><p><label>Full name * <input id="bad"></label></p><p><label>E-Mail-Adresse: <input id="mail" type="email"></label></p>
      <p><label>Phone <input type="tel" autocomplete="tel"></label></p><p><label>Subject <input></label></p><button>Send</button></form>
      <form><p><label>Your friend's name <input></label></p><p><label>Email <input type="email"></label></p><button>Invite</button></form>
      <form><p><label>Name <input></label></p><button>Show</button></form>`,
    reported: ["#bad", "#mail"],
  },
  {
    // The icon's font is missing, which is why its name is shown.
    rule: "text-spacing",
    reported: [],
    head: `<style>body { font: 16px/1.5 sans-serif; overflow-wrap: break-word } .card { position: relative; width: 730px; overflow: hidden }
      .photos { position: relative; line-height: 24px } .photo { height: 378px; background: #123 }
      .previous { position: absolute; inset: 0 auto 0 0; width: 110px; display: flex; align-items: center; justify-content: center; color: #fff }
      .material-icons { font-size: 50px; position: absolute; inset: 0; height: 50px; margin: auto }</style>`,
    body: `<p>Photos of the national park, one after the other, with a button that shows the previous one.</p>
      <div class="card"><div class="photos"><div class="photo"></div>
        <a class="previous" href="#c" role="button" aria-label="Previous"><i class="material-icons">keyboard_arrow_left</i></a></div></div>`,
  },
  {
    rule: "text-spacing",
    head: `<style>p { margin: 0; line-height: 1.2 } .box { width: 320px; height: 20px; overflow: hidden } .shut { width: 320px; height: 30px; overflow: hidden }
      .line { width: 320px; white-space: nowrap; overflow: hidden } .slides { position: relative; width: 220px; height: 30px; overflow: hidden }
      .slides p { position: absolute; left: 0; width: 215px } .slides p + p { left: 230px } .spill { width: 260px; height: 48px }
      button { width: 130px; height: 30px; overflow: hidden; padding: 0; white-space: nowrap; transition: all 2s }</style>`,
    body: `<p id="bad" class="box">The harbour opens at seven in May</p><p class="box" style="height: auto; min-height: 20px">The harbour opens at seven in May</p>
      <div class="box" style="overflow: auto" tabindex="0"><p>The harbour opens at seven in May</p></div><p id="row" class="line">The harbour opens at seven in May</p>
      <p><button id="save">Save this draft now</button> <button style="height: 40px; width: 300px">Save this draft now</button></p>
      <a href="/a" class="line" style="display: block; text-overflow: ellipsis">The harbour opens at seven in May</a>
      <div class="slides"><p>The first slide of this row</p><p>The second slide of this row</p></div>
      <div class="spill"><p id="spilled">The opening hours of the harbour in the summer months</p></div><p>The ferry leaves twice a day.</p>
      <p aria-hidden="true" class="line">The harbour opens at seven in May</p>
      <p style="position: absolute; width: 1px; height: 1px; overflow: hidden">For people who use screen readers</p>`,
    reported: ["#bad", "#row", "#save", "#spilled"],
  },
  {
    rule: "text-spacing",
    head: `<style>p { margin: 0; line-height: 1.3 } .list { height: 200px; width: 340px; overflow: auto } .list p { margin-bottom: 10px } .below p { padding-top: 26px }
      .product { position: relative; width: 900px } .product p { font-size: 80px; font-weight: 700; white-space: nowrap }
      .product a { position: absolute; left: 690px; top: 10px; width: 120px; height: 120px; background: #630; color: #fff } strong { font-size: 30px }</style>`,
    body: `<div class="list" tabindex="0"><p>Update the documentation of it</p><p>Solve the issues people found</p><p>Release the new version today</p>
      <p>Export the processed data sets</p><p>Arrive at the airport on time</p><p>Write the report about it all</p></div>
      <div class="below"><p>Made with love by the team in Berlin for a better web</p></div>
      <div class="product"><p id="bad">Autocomplete</p><a href="/a"><strong>2KB</strong> gzipped</a></div>`,
  },
  {
    rule: "text-spacing",
    outcome: "review",
    head: "<style>p { margin: 0; line-height: 1.2 } .box { width: 320px; white-space: nowrap; overflow: hidden }</style>",
    body: `<p id="bad" class="box" style="text-overflow: ellipsis">The harbour opens at seven in May</p>
      <div><p id="opens" class="box">The harbour opens at seven in May</p><button>Show more</button></div>
      <div><p id="sized" class="box" style="width: 320px">The harbour opens at seven in May</p></div>
      <p class="box" style="text-overflow: ellipsis" title="The harbour opens at seven in May">The harbour opens at seven in May</p>
      <div id="host"></div><script>host.attachShadow({ mode: "open" }).innerHTML = "<p>Text in a shadow tree</p>";</script>`,
    reported: ["#bad", "#opens", "#sized"],
  },
  {
    rule: "moving-content",
    head: `<style>@keyframes slide { to { transform: translateX(-300px) } } @keyframes blink { 50% { opacity: 0 } } @keyframes turn { to { rotate: 360deg } }
      .strip { width: 300px; overflow: hidden } .strip p { width: 600px; animation: slide 9s linear infinite } #sale { animation: blink 1s steps(2) infinite }
      #paused { animation-play-state: paused } #once { animation-iteration-count: 1 } .turns { display: inline-block; animation: turn 1s linear infinite }
      #blob { width: 90px; height: 90px; border-radius: 50%; background: #cde; animation: slide 9s infinite } .spinner { animation: blink 1s infinite }
      @media (prefers-reduced-motion: reduce) { #calm { animation: none } }</style>`,
    body: `<p>${english}</p><p>${english}</p><div class="strip"><p id="bad">${english}</p></div><p id="sale">Only today</p>
      <div class="strip"><p id="paused">${english}</p></div><div class="strip"><p id="once">${english}</p></div>
      <div class="strip"><p id="calm">${english}</p></div><p><b class="turns">Logo</b></p><div id="blob"></div><p class="spinner">Please be patient</p>`,
    reported: ["#bad", "#sale"],
  },
  {
    rule: "moving-content",
    outcome: "review",
    head: `<style>@keyframes slide { to { transform: translateX(-300px) } } @keyframes nudge { 50% { transform: translateY(12px) } }
      #bad { animation: slide 9s linear infinite } #hint { animation: nudge 2s infinite }</style>`,
    body: `<p>${english}</p><p>${english}</p><p id="bad">The ferry leaves twice a day.</p><p id="hint">More below</p><p><button>Pause</button></p>`,
    reported: ["#bad", "#hint"],
  },
  {
    rule: "moving-content",
    body: `<p>${english}</p><p>${english}</p><video id="bad" muted autoplay loop width="200" height="120"></video>
      <video id="controlled" muted autoplay loop controls width="200" height="120"></video><video id="still" muted loop width="200" height="120"></video>
      <canvas id="c" width="200" height="120" hidden></canvas><script>
      const recorder = new MediaRecorder(c.captureStream(20)), timer = setInterval(() => c.getContext("2d").fillRect(Math.random() * 200, 0, 5, 99), 40);
      c.getContext("2d").fillRect(0, 0, 9, 9);
      recorder.ondataavailable = ({ data }) => { for (const each of document.querySelectorAll("video")) each.src = URL.createObjectURL(data); };
      recorder.start(); setTimeout(() => { recorder.stop(); clearInterval(timer); }, 400);</script>`,
  },
  {
    rule: "zoomed-text",
    head: `<style>#bad { font-size: 1.5vw } #mixed { font-size: calc(8px + 1vw) } #clamp { font-size: clamp(16px, 3vw, 40px) } h2 { font-size: 44px }
      @media (max-width: 700px) { h2 { font-size: 22px } } #half { font-size: 2vw } @media (max-width: 500px) { #half { font-size: 16px } } svg { width: 100% }</style>`,
    body: `<h2>A heading that is smaller on phones</h2><p id="bad">The harbour opens at seven.</p><p id="mixed">The harbour opens at seven.</p>
      <p id="clamp">The harbour opens at seven.</p><p id="half">The harbour opens at seven.</p><p>The ferry leaves twice a day.</p>
      <p style="font-size: 2vw" hidden>Nobody sees this.</p><svg viewBox="0 0 400 40" role="img" aria-label="A chart"><text y="20">Ferries</text></svg>`,
  },
  {
    rule: "zoomed-text",
    outcome: "review",
    body: `<p id="bad" style="font-size: 8vw">Ferries</p><p>The ferry leaves twice a day.</p>`,
  },
  {
    rule: "zoomed-text",
    outcome: "review",
    body: `<p id="bad" style="font-size: 2vw">The harbour opens at seven.</p><p><button>A+</button></p>`,
  },
  {
    // Many websites end their font lists with symbol fonts.
    rule: "text-spacing",
    head: `<style>body { font-family: Roboto, "Segoe UI", Arial, sans-serif, "Segoe UI Emoji", "Segoe UI Symbol" }
      p { margin: 0; line-height: 1.2 } .box { width: 320px; height: 20px; overflow: hidden }
      .icons { font-family: "Material Icons", "Segoe UI" }</style>`,
    body: `<p id="bad" class="box">The harbour opens at seven in May</p><p class="box icons">directions_boat schedule calendar</p>`,
  },
  {
    rule: "generated-text-contrast",
    head: `<style>body { background: #fff; font-family: Roboto, Arial, sans-serif, "Segoe UI Symbol" }
      #bad::after { content: "Not answered yet"; color: #bbb } #icon::before { content: "home"; font-family: "Material Icons", Arial; color: #ccc }</style>`,
    body: `<p id="bad">Question: </p><p><span id="icon"></span> Start</p>`,
  },
  {
    rule: "text-spacing",
    lang: "ja",
    outcome: "review",
    body: `<p style="height: 3.6em; line-height: 1.2; margin: 0; overflow: hidden">港は毎朝<br>七時に<br>開きます</p>`,
    reported: [],
  },
  {
    rule: "focus-obscured",
    head: `<style>body { margin: 0 } .links a { display: block; margin-bottom: 70px } .bar { position: fixed; inset: auto 0 0; height: 200px; background: #fff }
      .pane { position: fixed; inset: 520px 0 auto; height: 60px; background: rgb(0 0 0 / 40%) }</style>`,
    body: `<p><button id="open">Open</button></p><div style="height: 420px"></div><p><a href="/a">Under something transparent</a></p>
      <div style="height: 60px"></div><p><a id="bad" href="/b">Covered</a></p><div class="pane"></div>
      <div class="bar"><p>Sale until Sunday. <a href="/c">More</a></p></div>`,
  },
  {
    rule: "hidden-focus-stop",
    head: `<style>nav, .slide { position: absolute; left: -400px; width: 300px } .skip { position: absolute; left: -999px } .skip:focus { left: 0 }
      .menu { position: absolute; left: -400px } .menu:focus-within { left: 0 }
      .small { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%) }
      .card:focus-within { outline: 3px solid #00f } .swapped { clip-path: inset(50%); overflow: hidden; width: 1px; height: 1px; position: absolute }</style>`,
    body: `<p><a class="skip" href="#end">Skip to the end</a></p><p><a id="bad" class="small" href="#end">Skip the list</a></p>
      <nav aria-label="Main"><a id="bad-2" href="/a">Rooms</a></nav><div class="menu"><a href="/b">Prices</a></div>
      <nav aria-label="Closed" inert><a href="/c">Food</a></nav><p class="card">The harbour <a class="swapped" href="/d">Read about it</a></p>
      <p id="end">Text <input class="small" aria-label="Trap"></p>`,
    reported: ["#bad", "#bad-2"],
  },
  {
    // The edge of the outline is inside the window.
    rule: "hidden-focus-stop",
    reported: ["#bad", "#bad-2"],
    head: `<style>nav { position: fixed; top: 90px; right: 0; width: 200px; transform: translateX(201px) } a { outline-offset: 0 }
      nav a { display: block; padding: 9px } a:focus { outline: 3px solid #00f }</style>`,
    body: `<p><a href="/b">Prices</a></p><nav aria-label="Menu"><a id="bad" href="/a">Rooms</a><a id="bad-2" href="/c">Food</a></nav>`,
  },
  {
    rule: "hidden-focus-stop",
    reported: ["#bad", "#bad-2"],
    head: `<style>ul ul { max-height: 0; overflow: hidden; margin: 0; padding: 0 } .opens:focus-within { max-height: none }</style>`,
    body: `<nav><ul><li><button aria-expanded="false">Members</button>
        <ul><li><a id="bad" href="/a">Joining the club</a></li><li><a id="bad-2" href="/b">Leaving the club</a></li></ul></li>
      <li><button aria-expanded="false">Fees</button><ul class="opens"><li><a href="/c">Fees for members</a></li></ul></li></ul></nav>`,
  },
  {
    rule: "hidden-focus-stop",
    outcome: "review",
    body: `<p><a href="/b">Prices</a></p><div style="overflow: hidden"><div class="carousel-slide" style="position: absolute; left: -400px"><a id="bad" href="/a">Rooms</a></div></div>`,
  },
  {
    rule: "paste-blocked",
    body: `<form><p><label>Password <input type="password" id="bad" autocomplete="current-password"></label></p>
      <p><label>Name <input id="name" onpaste="return false"></label></p>
      <p><label>Code <input id="code" autocomplete="one-time-code"></label></p><button>Log in</button></form>
      <script>bad.addEventListener("paste", (event) => event.preventDefault());
      code.addEventListener("paste", (event) => { event.preventDefault(); code.value = event.clipboardData.getData("text"); });</script>`,
  },
  {
    rule: "paste-blocked",
    outcome: "review",
    body: `<form><h2>Register</h2><p><label>Password <input type="password" id="bad" onpaste="return false"></label></p>
      <p><label>New password <input type="password" autocomplete="new-password" onpaste="return false"></label></p><button>Register</button></form>`,
  },
  {
    rule: "hover-content",
    head: `<style>p { margin-bottom: 90px } .tip { position: relative } .tip span { display: none; position: absolute; left: 0; width: 200px; background: #fff }
      #bad span { top: 60px } #beside span, #script span { top: 100% } #beside:hover span, #bad:hover span { display: block }</style>`,
    body: `<p><b class="tip" id="bad" tabindex="0">Tide<span>High water is at noon today</span></b></p>
      <p><b class="tip" id="beside" tabindex="0">Wind<span>The wind comes from the west</span></b></p>
      <p><b class="tip" id="script" tabindex="0">Rain<span>There will be no rain at all</span></b></p>
      <p id="stays">Snow</p><p id="colour">Sun</p>
      <script>const hint = script.querySelector("span"); let timer;
      script.addEventListener("mouseenter", () => { clearTimeout(timer); hint.style.display = "block"; });
      script.addEventListener("mouseleave", () => { timer = setTimeout(() => { hint.style.display = "none"; }, 200); });
      stays.addEventListener("mouseenter", () => { stays.textContent = "Snow fell once, and stays"; }, { once: true });
      colour.addEventListener("mouseenter", () => { colour.style.color = "red"; });</script>`,
  },
  {
    rule: "hover-content",
    head: `<style>.tip { display: none; position: absolute; top: 160px; left: 0; width: 200px; background: #fff; pointer-events: none }
      p:has(#bad:hover) + .tip { display: block } p:has(> #mark:hover) { color: #333 }</style>`,
    body: `<p>Tide <button id="bad">Explain</button> <b id="mark">Wind</b></p><div class="tip">High water is at noon today</div>`,
  },
  {
    rule: "hover-content",
    outcome: "review",
    head: `<style>.menu { position: relative } .menu span { display: none; position: absolute; left: 0; top: 100%; width: 300px; height: 60px; background: #fff }
      .menu:hover span { display: block } #closes.shut span { display: none }</style>`,
    body: `<p><b class="menu" id="bad">Ferries<span>To the islands, twice a day</span></b></p><p>This text is covered.</p><p>And this.</p>
      <p><b class="menu" id="closes">Trains<span>To the city, once an hour</span></b></p><p>This is covered as well.</p><p>And so is this.</p>
      <script>addEventListener("keydown", ({ key }) => closes.classList.toggle("shut", key === "Escape"));
      closes.addEventListener("mouseleave", () => closes.classList.remove("shut"));</script>`,
  },
  {
    rule: "hover-only",
    body: `<p><b id="bad">Rain</b> <span hidden>There will be no rain at all</span></p>
      <p><b id="focused" tabindex="0">Wind</b> <span hidden>The wind comes from the west</span></p>
      <script>for (const each of [bad, focused]) {
        const show = (isShown) => () => { each.nextElementSibling.hidden = !isShown; };
        each.addEventListener("mouseenter", show(true));
        each.addEventListener("mouseleave", show(false));
        if (each === focused) { each.addEventListener("focus", show(true)); each.addEventListener("blur", show(false)); }
      }</script>`,
  },
  {
    rule: "hover-only",
    head: `<style>li { display: inline-block; position: relative } li ul { display: none; position: absolute; left: 0; top: 100%; background: #fff }
      li:hover > ul, #focused:focus-within > ul, #opens.open > ul { display: block }</style>`,
    body: `<nav aria-label="Main"><ul><li id="bad">Visit<ul><li><a href="/hours">Opening hours</a></li></ul></li>
      <li id="focused"><a href="/shop">Shop</a><ul><li><a href="/bags">Bags of all kinds</a></li></ul></li>
      <li id="opens"><button aria-expanded="false" onclick="opens.classList.toggle('open')">Art</button><ul><li><a href="/art">Old paintings</a></li></ul></li></ul></nav>
      <p style="margin-top: 100px">Text.</p>`,
  },
  {
    rule: "hover-only",
    outcome: "review",
    head: `<style>li { display: inline-block; position: relative; margin-right: 40px } li ul { display: none; position: absolute; left: 0; top: 100%; background: #fff } li:hover > ul { display: block }</style>`,
    body: `<nav aria-label="Main"><ul><li id="bad"><a href="/visit">Visit</a><ul><li><a href="/hours">Opening hours</a></li></ul></li>
      <li id="same"><a href="/shop">Shop</a><ul><li><a href="/bags">Bags of all kinds</a></li></ul></li></ul></nav>
      <p style="margin-top: 100px"><a href="/bags">Bags of all kinds</a></p>`,
  },
  {
    rule: "key-activation",
    head: "<style>.press { cursor: pointer }</style>",
    body: `<div role="button" tabindex="0" id="bad" class="press">Buy</div>
      <div role="button" tabindex="0" id="keys" class="press" onkeydown="if (event.key === 'Enter') this.click()">Sell</div>
      <div id="around" onkeydown=""><span role="switch" aria-checked="false" tabindex="0" id="inside">Alerts</span></div>
      <button id="native" class="press">Rent</button>
      <script>for (const id of ["bad", "keys", "inside", "native"])
        document.getElementById(id).addEventListener("click", () => document.body.append("!"));</script>`,
  },
  {
    rule: "key-activation",
    body: `<div role="tablist" aria-label="Product"><button role="tab" aria-selected="true" id="first">One</button>
      <button role="tab" aria-selected="false" tabindex="-1" id="bad">Two</button></div>
      <script>for (const tab of [first, bad]) tab.addEventListener("click", () => document.body.append("!"));</script>`,
  },
  {
    rule: "key-activation",
    outcome: "review",
    body: `<div tabindex="0" id="bad" style="cursor: pointer" onclick="document.body.append('!')">More about the harbour</div>`,
  },
  {
    rule: "key-activation",
    reported: [],
    body: `<div role="button" tabindex="0" onclick="document.body.append('!')">Buy</div>
      <script>addEventListener("keydown", (event) => { if (event.key === "Enter") event.target.click(); });</script>`,
  },
  {
    rule: "key-activation",
    outcome: "review",
    body: `<p><button type="button" id="bad">Close</button></p><p><button type="button" id="ripples">Save</button></p><p><button type="button" id="clicks">Print</button></p>
      <p id="around"><button type="button" id="inside">Copy</button></p><form><button id="sends">Send</button></form>
      <script>for (const each of [bad, ripples, clicks, inside, sends]) each.addEventListener("pointerup", () => {});
      ripples.addEventListener("pointerleave", () => {}); clicks.onclick = () => {}; around.onclick = () => {};</script>`,
  },
  {
    rule: "focus-order",
    body: `<form><p><label>Name <input tabindex="2"></label></p><p><label>Street <input id="bad" tabindex="1"></label></p><button tabindex="3">Send</button></form>
      <form><p><label>Town <input tabindex="4"></label></p><p><label>Country <input tabindex="5"></label></p></form>`,
  },
  {
    rule: "focus-order",
    outcome: "review",
    body: `<form><p><label>Name <input></label></p><p><label>Street <input id="bad" tabindex="1"></label></p></form>`,
  },
  {
    rule: "down-event",
    outcome: "review",
    body: `<p><button id="bad">Send</button> <button id="later">Post</button> <button id="looks">Print</button> <button id="aborts">Copy</button></p>
      <p id="out">Nothing sent.</p>
      <script>bad.addEventListener("mousedown", () => { out.textContent = "Sent."; });
      later.addEventListener("click", () => { out.textContent = "Posted."; });
      looks.addEventListener("pointerdown", () => looks.classList.add("pressed"));
      aborts.addEventListener("mousedown", () => { out.textContent = "Copying …"; });
      aborts.addEventListener("mouseup", () => { out.textContent = "Copied."; });</script>`,
  },
  {
    rule: "down-event",
    outcome: "review",
    reported: "ul",
    body: `<ul><li>Tent <button id="remove">Remove</button></li></ul>
      <script>remove.addEventListener("pointerdown", () => remove.parentElement.remove());</script>`,
  },
  {
    // The scanner clicks only one of several controls of the same kind.
    rule: "down-event",
    outcome: "review",
    reported: "#list",
    body: `<div id="list"><p><button class="remove" id="one">Remove tent</button></p><p><button class="other">Move</button></p></div>
      <script>list.addEventListener("pointerdown", ({ target }) => { if (target.matches(".remove")) target.parentElement.remove(); });</script>`,
  },
  {
    rule: "down-event",
    outcome: "review",
    reported: "#row >>> button",
    body: `<div id="row"></div><p id="state">All is well.</p><script>const root = row.attachShadow({ mode: "open" });
      root.innerHTML = "<button>Restart</button>";
      root.firstChild.addEventListener("pointerdown", () => { state.textContent = "Restarting."; });</script>`,
  },
  {
    rule: "dragging",
    outcome: "review",
    body: `<ul><li id="bad" draggable="true">Milk</li><li draggable="true">Bread <button>Up</button></li></ul>
      <p><a href="/" draggable="true">Home</a></p>`,
  },
  {
    // A button that listens for clicks, or that can't itself be dragged, is an alternative to dragging.
    rule: "dragging",
    outcome: "review",
    reported: "#handle",
    head: "<style>.handle { cursor: grab }</style>",
    body: `<ul><li>Milk <button class="handle" id="handle">Move</button></li><li>Bread <button class="handle" id="both">Move</button></li>
      <li draggable="true">Eggs <button id="still">Down</button></li></ul>
      <script>for (const each of [handle, both]) each.addEventListener("pointerdown", () => {});
      both.addEventListener("click", () => {});</script>`,
  },
  {
    rule: "dragging",
    outcome: "review",
    head: "<style>.handle { width: 20px; height: 60px; background: #222; cursor: ew-resize }</style>",
    body: `<div><div class="handle" id="bad"></div></div><div id="track"><div class="handle" id="other"></div></div>
      <script>for (const each of [bad, other]) each.addEventListener("pointerdown", () => {});
      track.addEventListener("click", () => {});</script>`,
  },
  {
    rule: "dragging",
    outcome: "review",
    head: "<style>.card { cursor: move; padding: 8px }</style>",
    body: `<div class="list"><div class="card" id="bad"><b>Milk</b></div><div class="card">Bread <button>Up</button></div></div>
      <div style="cursor: grab; height: 90vh">A wide drawing</div><script>addEventListener("mousedown", () => {});</script>`,
  },
  {
    rule: "dragging",
    outcome: "review",
    reported: [],
    body: `<div id="other"></div><p style="cursor: move">Milk</p><script>other.addEventListener("mousedown", () => {});</script>`,
  },
  {
    rule: "stale-state",
    reported: ["#bad", "#stale"],
    body: `<p><button id="bad" class="a" aria-expanded="false" onclick="sizes.hidden = !sizes.hidden">Sizes</button></p><p id="sizes" hidden>UK 6 to 9</p>
      <p><button class="b" aria-expanded="false" onclick="costs.hidden = !costs.hidden; this.ariaExpanded = String(!costs.hidden)">Costs</button></p><p id="costs" hidden>£4</p>
      <p><button class="c" aria-expanded="false" onclick="state.textContent += 'Saved. '">Save</button></p><p id="state" role="status"></p>
      <div role="tablist"><button role="tab" aria-selected="true">People</button><button role="tab" class="d" id="stale" aria-selected="false" tabindex="-1"
        onclick="panel.textContent = 'Paid: £4'" onkeydown="">Payments</button></div><div role="tabpanel" id="panel" tabindex="0">Ada</div>`,
  },
  {
    rule: "stale-state",
    reported: ["#lenses", "#loud"],
    body: `<div id="lenses" role="checkbox" tabindex="0" aria-checked="false" onkeydown="" onclick="this.classList.toggle('on')">Lenses</div>
      <div class="a" role="checkbox" tabindex="0" aria-checked="false" onkeydown=""
        onclick="this.classList.toggle('on'); this.ariaChecked = String(this.ariaChecked !== 'true')">Teeth</div>
      <button id="loud" aria-pressed="false" onclick="this.firstChild.classList.toggle('on')"><b>Loud</b></button>
      <button class="b" aria-pressed="false" onclick="this.className += ' used'">Like</button>`,
  },
  {
    rule: "toggle-state",
    reported: "drop-menu >>> button",
    body: `<drop-menu><a href="/day">Last day</a></drop-menu><script>customElements.define("drop-menu", class extends HTMLElement {
      connectedCallback() {
        const root = this.attachShadow({ mode: "open" });
        root.innerHTML = "<button>Period</button><div hidden><slot></slot></div>";
        root.firstChild.onclick = () => { root.lastChild.hidden = !root.lastChild.hidden; };
      } });</script>`,
  },
  {
    rule: "toggle-state",
    reported: ["#bad", "#same", "#link"],
    body: `<p><button id="bad" class="a" onclick="one.hidden = !one.hidden">Sizes</button></p><p id="one" hidden>UK 6 to 9</p>
      <p><button id="same" class="a" onclick="two.hidden = !two.hidden">Colours</button></p><p id="two" hidden>Blue</p>
      <h3><a id="link" class="b" href="#" onclick="three.hidden = !three.hidden; return false">Costs</a></h3><p id="three" hidden>£4</p>
      <p><button class="c" aria-expanded="false" onclick="four.hidden = !four.hidden; this.ariaExpanded = String(!four.hidden)">Care</button></p><p id="four" hidden>Cold wash</p>`,
  },
  {
    rule: "toggle-state",
    reported: [],
    body: `<p><button class="d" onclick="five.hidden = !five.hidden; this.textContent = five.hidden ? 'Show' : 'Hide'">Show</button></p><p id="five" hidden>Wool</p>
      <p><button class="e" onclick="six.hidden = !six.hidden">Ask</button></p><div role="dialog" aria-label="Ask" id="six" hidden>Any questions?</div>
      <p><button class="f" onclick="seven.hidden = false">More</button></p><p id="seven" hidden>The rest of the text</p>
      <p><button class="a" onclick="nine.hidden = !nine.hidden">Copy</button></p><p id="nine" role="status" hidden>Copied</p>
      <p><button class="a" onclick="ten.hidden = !ten.hidden; mark.alt = ten.hidden ? 'Open' : 'Close'"><img id="mark" alt="Open" src="${pixel}" width="20" height="20"></button></p><p id="ten" hidden>Silk</p>
      <p><button class="g" onclick="eight.hidden = !eight.hidden; eight.focus()">Terms</button></p><p id="eight" tabindex="-1" hidden>No returns</p>`,
  },
  {
    rule: "focus-contrast",
    reported: ["#bad", "#shadow"],
    head: `<style>a, button { display: inline-block; margin: 20px; padding: 8px; border: 1px solid #333; background: #fff; color: #333; outline: none; text-decoration: none }
      #bad:focus { outline: 2px solid #e6e6e6; outline-offset: 5px } #shadow:focus { box-shadow: 0 0 4px 6px #eee } #shadow { border-color: #ddd }
      .dark:focus { outline: 2px solid #767676; outline-offset: 5px } .two:focus { outline: 2px solid #fff; box-shadow: 0 0 0 5px #333 }
      .under:focus { outline: 2px solid #eee; outline-offset: 5px; text-decoration: underline } .touching { background: #14532d; color: #fff } .touching:focus { outline: 3px solid #d0e0d8 }
      .night { background: #111 } .night a:focus { outline: 2px solid #fff; outline-offset: 5px } .own:focus { outline: auto } .off:focus { outline: 2px solid #eee; outline-offset: 5px }
      .skip { position: absolute; left: -999px } .skip:focus { left: 0; outline: 2px solid #eee; outline-offset: 5px }</style>`,
    body: `<a class="skip" href="#top">Skip</a><p><a id="bad" href="/a">One</a> <a id="shadow" href="/b">Two</a></p><p><a class="dark" href="/c">Three</a> <a class="two" href="/d">Four</a>
      <a class="under" href="/e">Five</a> <a class="touching" href="/f">Six</a> <button class="own">Seven</button></p><p class="night"><a href="/g">Eight</a></p>
      <p class="disabled"><a class="off" href="/h">Nine</a></p>`,
  },
  {
    rule: "focus-contrast",
    outcome: "review",
    head: "<style>#bad { margin: 20px; padding: 8px; border: 1px solid #b9c8f7; background: #b9c8f7; color: #111; outline: none } #bad:focus { background: #a8baf5; border-color: #a8baf5; box-shadow: 0 0 0 4px #d5defb }</style>",
    body: `<p><button id="bad">Save</button></p>`,
  },
  {
    rule: "dialog-focus",
    head: "<style>[role=dialog] { position: fixed; inset: 30% 20%; background: #fff; border: 2px solid }</style>",
    body: `<p><button type="button" onclick="bad.hidden = false">Sizes</button> <a href="/guide">Guide</a>
        <button type="button" onclick="own.showModal()">Colours</button>
        <button type="button" onclick="late.hidden = false; setTimeout(() => box.focus(), 500)">Fabrics</button></p>
      <p><button type="button" aria-haspopup="dialog" onclick="beside.hidden = !beside.hidden">Stores</button>
        <span role="dialog" id="beside" aria-label="Stores" hidden>Leeds <button type="button" onclick="beside.hidden = true">Close</button></span></p>
      <p><a href="#trap" data-toggle="modal" onclick="trap.hidden = false">Washing</a> <a href="/help">Help</a></p>
      <div id="bad" role="dialog" aria-modal="true" aria-label="Sizes" hidden><p>From 6 to 14</p><button type="button" onclick="bad.hidden = true">Close</button></div>
      <dialog id="own" aria-label="Colours"><p>Blue and green</p><form method="dialog"><button>Close</button></form></dialog>
      <div id="late" role="dialog" aria-modal="true" aria-label="Fabrics" hidden><p>Wool</p><button type="button" id="box" onclick="late.hidden = true">Close</button></div>
      <div id="trap" role="dialog" aria-modal="true" aria-label="Washing" hidden><p>At 30 °C</p><button type="button" id="in" onclick="trap.hidden = true">Close</button></div>
      <script>document.addEventListener("keydown", (event) => { if (event.key === "Tab" && !trap.hidden) { event.preventDefault(); document.querySelector("#in").focus(); } });</script>`,
  },
  {
    rule: "dialog-focus",
    reported: "#sizes",
    body: `<p><button type="button" id="sizes">Sizes</button> <a href="/guide">Guide</a></p>
      <script>sizes.onclick = () => {
        document.body.insertAdjacentHTML("beforeend", '<div id="box" role="dialog" aria-modal="true" aria-label="Sizes"><p>From 6 to 14</p><button type="button" onclick="box.remove()">Close</button></div>');
      };</script>`,
  },
  {
    rule: "dialog-focus",
    outcome: "review",
    reported: ["#layer", "#panel"],
    head: "<style>#layer { position: fixed; inset: 0; background: #fff } #menu { position: fixed; inset: 40px 0 0; background: #fff }</style>",
    body: `<p><button type="button" onclick="layer.hidden = false">Sizes</button> <button type="button" onclick="panel.hidden = false">Stores</button>
        <button type="button" onclick="menu.hidden = !menu.hidden" aria-haspopup="dialog">Topics</button></p>
      <div id="menu" hidden><a href="/wool">Wool</a> and other topics</div>
      <p><a href="/guide">Guide</a></p>
      <div id="layer" hidden><p>From 6 to 14</p><button type="button" onclick="layer.hidden = true">Close</button></div>
      <div id="panel" role="dialog" aria-label="Stores" hidden><p>Leeds</p><button type="button" onclick="panel.hidden = true">Close</button></div>`,
  },
  {
    rule: "click-only",
    head: "<style>.act, .plain, .copy, .menu { cursor: pointer }</style>",
    body: `<div id="thread"><p>Brakes squeal. <span class="act" id="bad" data-act="like">Like</span></p>
      <p>Mine too. <span class="plain">Not handled</span> <label class="copy" for="kept">Keep</label> <input id="kept" type="checkbox"></p>
      <p><span class="menu" tabindex="0" role="button">Menu</span> <span class="plain" data-act="like" aria-hidden="true">♥</span></p></div>
      <p role="status" id="state"></p>
      <script>thread.addEventListener("click", ({ target }) => { if (target.closest("[data-act], .menu")) state.textContent += "Liked. "; });
      thread.addEventListener("keydown", () => {});
      document.addEventListener("mousedown", () => document.body.classList.toggle("uses-mouse"));</script>`,
  },
  // Each click redraws the calendar.
  {
    rule: "click-only",
    reported: [".prev", ".next", "td:nth-child(1)", "td:nth-child(2)"],
    head: "<style>.step, td { cursor: pointer; padding: 12px }</style>",
    body: `<div id="days"></div>
      <script>let month = 5, day = 0;
      const draw = () => {
        days.innerHTML = '<div class="step prev">Earlier</div><div class="step next">Later</div><table><caption>Month ' + month +
          "</caption><tr><th>Monday</th><th>Tuesday</th></tr><tr>" + [1, 2].map((each) => "<td>" + each + (each === day ? " *" : "") + "</td>").join("") + "</tr></table>";
      };
      draw();
      document.addEventListener("click", ({ target }) => {
        if (target.matches(".prev")) month -= 1; else if (target.matches(".next")) month += 1; else if (target.matches("td")) day = day === 1 ? 2 : 1; else return;
        draw();
      });</script>`,
  },
  {
    rule: "click-only",
    reported: [],
    head: "<style>.tags { cursor: text } .add { cursor: pointer }</style>",
    body: `<div class="tags" id="tags"><b>Clean</b> <i class="add">+</i> <input id="tag" aria-label="Tag"></div>
      <script>tags.addEventListener("click", () => tag.focus());
      tag.onfocus = () => tags.classList.add("active"); tag.onblur = () => tags.classList.remove("active");</script>`,
  },
  {
    rule: "click-only",
    head: "<style>.go, .open { cursor: pointer }</style>",
    body: `<ul id="list"><li><b class="go" id="bad" data-to="/tents">Tents</b></li><li><i class="open" data-to="/stoves">Stoves</i> <a href="/stoves">All stoves</a></li></ul>
      <script>list.addEventListener("click", ({ target }) => { if (target.dataset.to) location.href = target.dataset.to; });</script>`,
  },
  {
    rule: "click-only",
    reported: "#row",
    head: "<style>.remove { cursor: pointer }</style>",
    body: `<ul id="list"><li id="row">Tent <b class="remove">Remove</b></li></ul>
      <script>list.addEventListener("click", ({ target }) => { if (target.matches(".remove")) target.remove(); });</script>`,
  },
  {
    rule: "key-activation",
    body: `<p id="label">People</p><div role="combobox" id="bad" tabindex="0" aria-labelledby="label" aria-expanded="false" aria-controls="options">Two</div>
      <ul role="listbox" id="options" aria-labelledby="label" hidden><li role="option">Two</li></ul>
      <script>bad.addEventListener("click", () => { options.hidden = !options.hidden; });</script>`,
  },
  {
    rule: "motion-control",
    outcome: "review",
    reported: "body",
    body: `<p>Shake the phone to undo.</p><script>addEventListener("devicemotion", () => {});</script>`,
  },
  {
    rule: "motion-control",
    outcome: "review",
    reported: "body",
    body: `<p>Tilt the phone to look around.</p><script>window.ondeviceorientation = () => {};</script>`,
  },
  {
    rule: "character-shortcut",
    reported: "body",
    body: `<p>Text.</p><script>window.addEventListener("keydown", ({ key }) => { if (key === "d") document.body.append("!"); });</script>`,
  },
];

// Distributes the cases over all workers.
test.describe.configure({ mode: "parallel" });

testCases(cases);
testCasesInShadowRoots(cases);

test("tests buttons that show content before testing forms, because testing forms leaves such content open @long", async ({
  engine,
  serve,
}) => {
  const body = `<h2><button class="question" id="bad">How big?</button></h2><div hidden>Up to 55 cm.</div>
    <script>bad.addEventListener("click", () => { const next = bad.parentElement.nextElementSibling; next.hidden = !next.hidden; });</script>`;
  const site = await serve(() => ({ "/": soundPage(body) }));
  const include_rules = ["toggle-state", "silent-status", "silent-error"];
  const { byPath } = await scan(engine, site.origin, { max_pages: 1, include_rules });
  expect(found(byPath["/"], "toggle-state").failed).toEqual(["#bad"]);
});

test("documents in frames don't need a main landmark", async ({ engine, serve }) => {
  const frame = `<iframe title="A film" srcdoc="<html lang='en'><title>A film</title><body></body></html>"></iframe>`;
  const html = `<!doctype html><html lang="en"><title>Films</title><body><h1>Films</h1>${frame}</body></html>`;
  const site = await serve(() => ({ "/": html }));
  const { byPath } = await scan(engine, site.origin, { max_pages: 1, include_rules: ["landmark-one-main"] });
  expect(found(byPath["/"], "landmark-one-main").failed).toEqual(["html"]);
});

test("a skip link without a target isn't also reported as content outside landmarks", async ({ engine, serve }) => {
  const page = soundPage("<p>Text</p>").replace(
    "<main",
    `<a href="#none" style="position: absolute; left: -999px">Skip to content</a><p id="outside">Closed today</p><main`,
  );
  const site = await serve(() => ({ "/": page }));
  const { byPath } = await scan(engine, site.origin, { max_pages: 1, include_rules: ["region", "skip-link"] });
  expect(found(byPath["/"], "skip-link").failed).toHaveLength(1);
  expect(found(byPath["/"], "region").failed).toEqual(["#outside"]);
});

test("the failure summary for an element with a presentational role correctly says that the element is focusable", async ({
  engine,
  serve,
}) => {
  const site = await serve(() => ({ "/": soundPage(`<aside role="none" tabindex="-1">Text</aside>`) }));
  const rule = "presentation-role-conflict";
  const { byPath } = await scan(engine, site.origin, { max_pages: 1, include_rules: [rule] });
  const { violations = [], incomplete = [] } = byPath["/"]?.axe ?? {};
  const [conflict] = [...violations, ...incomplete];
  expect(conflict?.nodes[0]?.failure_summary).toContain("Element is focusable.");
});

test("interacts with a page that has a frame and event listeners @long", async ({ engine, serve }) => {
  const frame = `<iframe title="Map" srcdoc="<html lang='en'><title>Map</title><body><a href='#x'>Leeds</a></body></html>"></iframe>`;
  const site = await serve(() => ({
    "/": soundPage(
      `<div id="page" inert>${frame}</div><div role="dialog" aria-modal="true" aria-label="Cookies" id="ask"><button id="yes">Allow</button></div>
       <script>yes.onclick = () => ask.remove(); yes.focus(); ask.onkeydown = () => {};</script>`,
    ),
  }));
  const { byPath } = await scan(engine, site.origin);
  expect(byPath["/"]).toMatchObject({ error: null, depth: "full" });
});

test("an element isn't a keyboard trap if focus can leave it with a key that the page describes @long", async ({
  engine,
  serve,
}) => {
  const script = `<script>
      let isHeld = true;
      addEventListener("keydown", (event) => { if (event.ctrlKey && event.key === "m") isHeld = false; });
      editor.addEventListener("keydown", (event) => { if (isHeld && event.key === "Tab") event.preventDefault(); });
    </script>`;
  const body = (hint: string) =>
    soundPage(`<p><a href="/hint">One</a></p><p>${hint}</p><div id="editor" role="textbox" aria-label="Editor" tabindex="0">Text</div>
      <p><a href="/">Two</a></p>${script}`);
  const site = await serve(() => ({ "/": body("Write here."), "/hint": body("Press Ctrl + M to leave the editor.") }));
  const { byPath } = await scan(engine, site.origin);
  expect(found(byPath["/"], "keyboard-trap").failed).toEqual(["#editor"]);
  expect(byPath["/hint"]?.error).toBeNull();
  expect(found(byPath["/hint"], "keyboard-trap").failed).toEqual([]);
});

test("a key with a modifier, a key that works only on a focused element, and a listener for all keys don't count as shortcuts @long", async ({
  engine,
  serve,
}) => {
  const listen = (action: string) =>
    soundPage(`<p><input id="field" aria-label="Note"></p><p id="log"></p><p><a href="/focus">One</a> <a href="/all">Two</a></p>
      <script>document.body.addEventListener("keydown", (event) => { ${action} });</script>`);
  const site = await serve(() => ({
    "/": listen('if (event.key === "n" && event.ctrlKey) log.append("New. ");'),
    "/focus": listen('if (event.key === "n" && document.activeElement === field) log.append("New. ");'),
    "/all": listen("log.append(event.key);"),
  }));
  const { byPath } = await scan(engine, site.origin);
  expect(Object.keys(byPath).sort()).toEqual(["/", "/all", "/focus"]);
  for (const page of Object.values(byPath)) {
    expect(page.error).toBeNull();
    expect(found(page, "character-shortcut")).toEqual({ failed: [], review: [] });
  }
});

test("the scanner's key presses neither open another page nor send anything to the server @long", async ({
  engine,
  serve,
}) => {
  const site = await serve(() => ({
    "/": soundPage(`<p id="log"></p><script>document.addEventListener("keydown", (event) => {
      if (event.key === "b") location.href = "/elsewhere";
      if (event.key === "s") fetch("/save", { method: "POST" });
      if (event.key === "n") log.append("New. ");
    });</script>`),
    "*": soundPage("<p>Another page.</p>"),
  }));
  const { byPath } = await scan(engine, site.origin, { max_pages: 1 });
  expect(found(byPath["/"], "character-shortcut").failed).toEqual(["body"]);
  const [rule] = byPath["/"]?.axe?.violations.filter(({ rule_id }) => rule_id === "character-shortcut") ?? [];
  expect(rule?.nodes[0]?.failure_summary).toMatch(/: n$/);
  expect(site.hits.filter((path) => /elsewhere|save/.test(path))).toEqual([]);
});

test("text contrast on gradients and images, which axe can't measure, is measured from the pixels behind the text @long", async ({
  engine,
  serve,
}) => {
  const text = (id: string, style: string, inner = "The opening hours of the harbour") =>
    `<p id="${id}" style="max-width: 300px; font-size: 20px; ${style}">${inner}</p>`;
  const black = "data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAAAAAAALAAAAAABAAEAAAICRAEAOw==";
  const sunset = "background: linear-gradient(to right, #fff, #ddf)";
  const site = await serve(() => ({
    "/": soundPage(
      text("faint", `color: #bbb; ${sunset}`) +
        text("clear", `color: #222; ${sunset}`) +
        text("half", "color: #999; background: linear-gradient(to right, #fff 12%, #111 12%)") +
        text("on-picture", `color: #333; background: #fff url(${black})`) +
        text("see-through", `color: rgb(0 0 0 / 30%); ${sunset}`) +
        text("filled", `color: transparent; background: linear-gradient(#000, #333); background-clip: text`) +
        `<div style="height: 3000px"></div>${text("far-down", `color: #bbb; ${sunset}`)}`,
    ),
  }));
  const { byPath } = await scan(engine, site.origin);
  const { failed, review } = found(byPath["/"], "color-contrast");
  expect(failed.sort()).toEqual(["#faint", "#far-down", "#on-picture", "#see-through"]);
  expect(review.sort()).toEqual(["#filled", "#half"]);
  const checks = byPath["/"]?.axe?.checks.find(({ rule_id }) => rule_id === "color-contrast");
  expect(checks).toMatchObject({ failed: 4, needs_review: 2 });
});

/** Returns a handler that serves a silent WAV file, with 8 bits per sample at 8 kHz. */
const recording = (seconds: number): Answer => {
  const samples = Buffer.alloc(8_000 * seconds, 128);
  const header = Buffer.from("RIFF____WAVEfmt \u0010\0\0\0\u0001\0\u0001\0____ ___\u0001\0\b\0data____", "latin1");
  header.writeUInt32LE(36 + samples.length, 4);
  header.writeUInt32LE(8_000, 24);
  header.writeUInt32LE(8_000, 28);
  header.writeUInt32LE(samples.length, 40);
  return (_request, response) => {
    response.writeHead(200, { "content-type": "audio/wav" }).end(Buffer.concat([header, samples]));
  };
};

test("sound that starts automatically fails if the page has no control for it, and needs review if there are buttons @long", async ({
  engine,
  serve,
}) => {
  const page = (audio: string, rest = "") => soundPage(`<p>Welcome.</p>${audio}${rest}`);
  const loud = '<audio id="bad" src="/long.wav" autoplay></audio>';
  const site = await serve(() => ({
    "/long.wav": recording(5),
    "/short.wav": recording(2),
    "/buttons": page(loud, "<button>Stop the music</button>"),
    "/controls": page('<audio src="/long.wav" autoplay controls></audio>'),
    "/muted": page('<audio src="/long.wav" autoplay muted></audio>'),
    "/short": page('<audio src="/short.wav" autoplay></audio>'),
    "/": page(
      loud,
      '<p><a href="/buttons">1</a> <a href="/controls">2</a> <a href="/muted">3</a> <a href="/short">4</a></p>',
    ),
  }));
  const { byPath } = await scan(engine, site.origin);
  const nothing = { failed: [], review: [] };
  expect(found(byPath["/"], "sound-control")).toEqual({ failed: ["#bad"], review: [] });
  expect(found(byPath["/"], "no-autoplay-audio")).toEqual(nothing);
  expect(found(byPath["/buttons"], "sound-control")).toEqual({ failed: [], review: ["#bad"] });
  for (const path of ["/controls", "/muted", "/short"])
    expect(found(byPath[path], "sound-control"), path).toEqual(nothing);
});

test("text that keeps changing fails if the page has no control for it, and text that stops within five seconds passes @long", async ({
  engine,
  serve,
}) => {
  const links = ["buttons", "stops", "slow", "twice"].map((path) => `<a href="/${path}">${path}</a>`).join(" ");
  const page = (script: string, rest = "") =>
    soundPage(`<p>Visitors: <b id="bad">1</b></p>${rest}<script>let number = 1; const count = () => { bad.textContent = number += 1; };
      ${script}</script>`);
  const site = await serve(() => ({
    "/buttons": page("setInterval(count, 400);", "<button>Pause</button>"),
    "/stops": page("for (let at = 1; at < 12; at += 1) setTimeout(count, at * 300);"),
    "/slow": page("setInterval(count, 3_000);"),
    "/twice": page("for (const at of [3_000, 6_000]) setTimeout(count, at);"),
    "/": page("setInterval(count, 900);", `<p>${links}</p>`),
  }));
  const { byPath } = await scan(engine, site.origin);
  expect(found(byPath["/"], "changing-text")).toEqual({ failed: ["#bad"], review: [] });
  expect(found(byPath["/buttons"], "changing-text")).toEqual({ failed: [], review: ["#bad"] });
  expect(found(byPath["/slow"], "changing-text")).toEqual({ failed: ["#bad"], review: [] });
  for (const path of ["/stops", "/twice"])
    expect(found(byPath[path], "changing-text"), path).toEqual({ failed: [], review: [] });
});

test("an open dialog can keep focus @long", async ({ engine, serve }) => {
  const site = await serve(() => ({
    "/": soundPage(`<p><a href="/">Behind</a></p><div role="dialog" aria-modal="true" aria-label="Cookies">
      <button id="yes" onblur="setTimeout(() => yes.focus(), 5)">Accept</button></div><p><a href="/">After</a></p>`),
  }));
  const { byPath } = await scan(engine, site.origin);
  expect(byPath["/"]?.error).toBeNull();
  expect(found(byPath["/"], "keyboard-trap").failed).toEqual([]);
});

test("if there are too many faint controls to check them all, checks those that can fail before the others", async ({
  engine,
  serve,
}) => {
  const fields = ["York", "Hull", "Leeds", "Whitby", "Ripon"].map(
    (town) => `<p><input aria-label="From" value="${town}"></p>`,
  );
  const site = await serve(() => ({
    "/": soundPage(`<style>body { background: #fff } input { border: 1px solid #ccc } p { margin-bottom: 900px }</style>
      ${fields.join("")}<p><input id="empty" aria-label="To"></p>`),
  }));
  const { byPath } = await scan(engine, site.origin, { include_rules: ["control-contrast"] });
  const { failed, review } = found(byPath["/"], "control-contrast");
  expect(failed).toEqual(["#empty"]);
  expect(review).toHaveLength(3);
});

test("content that requires two-dimensional layout, or scrolls in its own area, doesn't fail the reflow rule @long", async ({
  engine,
  serve,
}) => {
  const cells = "<td>A cell that can't get narrower</td>".repeat(8);
  const site = await serve(() => ({
    "/table": soundPage(`<table style="white-space: nowrap"><tr><th scope="row">Row</th>${cells}</tr></table>`),
    "/own": soundPage(
      `<div style="overflow-x: auto" tabindex="0"><p style="width: 900px">Wide, but in its own area</p></div>`,
    ),
    "/picture": soundPage(`<img src="${pixel}" width="800" height="20" alt="A map">`),
    "/": soundPage('<p><a href="/table">Table</a> <a href="/own">Own area</a> <a href="/picture">Picture</a></p>'),
  }));
  const { byPath } = await scan(engine, site.origin);
  expect(Object.keys(byPath).sort()).toEqual(["/", "/own", "/picture", "/table"]);
  for (const page of Object.values(byPath)) expect(found(page, "reflow")).toEqual({ failed: [], review: [] });
});

test("the window's size is restored after the narrow view, so that the next page is scanned as usual @long", async ({
  engine,
}) => {
  const widths: string[] = [];
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? "/", "http://localhost");
    if (pathname === "/width") widths.push(searchParams.get("at") ?? "");
    const links =
      '<p><a href="/two">Two</a> <a href="/three">Three</a></p><script>fetch("/width?at=" + innerWidth)</script>';
    response.writeHead(200, { "content-type": "text/html" }).end(soundPage(links));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  await scan(engine, `http://127.0.0.1:${port}/`, { max_pages: 3 });
  server.close();
  server.closeAllConnections();
  expect(widths).toEqual(["1280", "1280", "1280"]);
});

test("findings from axe's experimental rules need review @long", async ({ engine, serve }) => {
  const site = await serve(() => ({
    "/": soundPage(
      `<p style="font-size: 30px; font-weight: bold">A heading in disguise</p><p>${"Text of the section. ".repeat(9)}</p>`,
    ),
  }));
  const { byPath } = await scan(engine, site.origin);
  expect(found(byPath["/"], "p-as-heading")).toMatchObject({ failed: [], review: [expect.any(String)] });
});

test("a label matches the element's name despite an abbreviation or a missing hyphen @long", async ({
  engine,
  serve,
}) => {
  const link = (name: string, text: string, id = "") => `<a href="/a" ${id} aria-label="${name}">${text}</a> `;
  const site = await serve(() => ({
    "/": soundPage(
      `<p>${link("University Avenue", "University Ave.")}${link("non-standard", "nonstandard")}
       ${link("Download the report", "Save the report", 'id="bad"')}</p>`,
    ),
    "*": soundPage("<p>Another page.</p>"),
  }));
  const { byPath } = await scan(engine, site.origin, { max_pages: 1 });
  expect(found(byPath["/"], "label-content-name-mismatch")).toEqual({ failed: ["#bad"], review: [] });
});

test("a frame that contains links isn't reported if it is behind an open dialog @long", async ({ engine, serve }) => {
  const frame = (id: string) =>
    `<iframe id="${id}" title="Links" tabindex="-1" srcdoc="<a href='/'>Home</a>"></iframe>`;
  const site = await serve(() => ({
    "/": soundPage(`${frame("behind")}<dialog id="d" aria-label="Cookies"><button>Close</button></dialog><script>d.showModal()</script>
      <p><a href="/open">Without a dialog</a></p>`),
    "/open": soundPage(frame("reachable")),
  }));
  const { byPath } = await scan(engine, site.origin);
  expect(found(byPath["/"], "frame-focusable-content").failed).toEqual([]);
  expect(found(byPath["/open"], "frame-focusable-content").failed).toHaveLength(1);
});

test("a page whose scripts never finish handling a key press or a resize keeps its earlier findings @long", async ({
  engine,
  serve,
}) => {
  const stuck = (event: string) =>
    soundPage(
      `<img src="${pixel}"><script>for (const each of [window, document]) each.addEventListener("${event}", () => { for (;;); });</script>`,
    );
  const site = await serve(() => ({
    "/": soundPage('<p><a href="/keydown">Keys</a> <a href="/resize">Resize</a> <a href="/sound">Sound</a></p>'),
    "/keydown": stuck("keydown").replace("<script>", "<button>One</button><button>Two</button><script>"),
    "/resize": stuck("resize"),
    "/sound": soundPage("<p>Text.</p>"),
  }));
  const { byPath } = await scan(engine, site.origin);
  for (const path of ["/keydown", "/resize"]) {
    expect(byPath[path]?.error, path).toBeNull();
    expect(byPath[path]?.depth, path).toBe("partial");
    expect(found(byPath[path], "image-alt").failed, path).toEqual(["img"]);
  }
  expect(byPath["/sound"]).toMatchObject({ error: null, depth: "full" });
});

test("fails an element that a sticky header covers when focus moves backwards, unless the page prevents the overlap @long", async ({
  engine,
  serve,
}) => {
  const page = (style: string, script = "") =>
    soundPage(
      `<div id="bar"><p>Trams</p></div><div style="height: 30px"></div>${Array.from({ length: 12 }, (_, number) => `<a id="a${number}" href="/">Line ${number}</a>`).join("")}
       <p><a href="/padded">1</a> <a href="/hides">2</a> <a href="/closes">3</a></p><script>${script}</script>`,
      `<style>body { margin: 0 } #bar { position: sticky; top: 0; height: 180px; background: #fff } main > a { display: block; margin-bottom: 120px } ${style}</style>`,
    );
  const site = await serve(() => ({
    "/": page(""),
    "/padded": page("html { scroll-padding-top: 200px }"),
    "/hides": page("", 'addEventListener("scroll", () => setTimeout(() => { bar.hidden = true; }, 100));'),
    "/closes": page("", 'addEventListener("keydown", (event) => { if (event.key === "Escape") bar.hidden = true; });'),
  }));
  const { byPath } = await scan(engine, site.origin);
  expect(found(byPath["/"], "focus-obscured").failed).not.toEqual([]);
  expect(found(byPath["/"], "focus-obscured").review).toEqual([]);
  for (const path of ["/padded", "/hides", "/closes"]) {
    expect(byPath[path]?.error, path).toBeNull();
    expect(found(byPath[path], "focus-obscured"), path).toEqual({ failed: [], review: [] });
  }
});

test("fails controls that open another page when their value changes, and sends nothing to the server @long", async ({
  engine,
  serve,
}) => {
  const options = '<option value="/elsewhere/en">English</option><option value="/elsewhere/cy">Welsh</option>';
  const list = (id: string, action: string) =>
    `<p><label>${id} <select id="${id}" onchange="${action}">${options}</select></label></p>`;
  const site = await serve(() => ({
    "/": soundPage(
      `<header>${list("goes", "location.href = this.value")}${list("filters", "log.textContent = this.value; location.hash = 'cy'")}
       ${list("opens", "window.open('about:blank')")}${list("sorts", "location.search = '?sort=' + this.selectedIndex")}
       ${list("saves", "fetch('/elsewhere/save', { method: 'POST' })")}
       </header><section><p>The page opens as soon as you choose one.</p>${list("announced", "location.href = this.value")}</section>
       <form action="/elsewhere/sent" method="post"><p><label><input type="checkbox" id="sends" onchange="form.submit()"> Yes</label></p></form>
       <form action="/elsewhere/more"><p><label><input type="checkbox" id="waits" onchange="log.append(1)"> No</label></p><button>Send</button></form>
       <p id="log"></p><script>addEventListener("pagehide", () => navigator.sendBeacon("/elsewhere/left"));</script>`,
    ),
    "*": soundPage("<p>Another page.</p>"),
  }));
  const { byPath } = await scan(engine, site.origin, { max_pages: 1 });
  const { failed, review } = found(byPath["/"], "change-on-input");
  expect(failed.sort()).toEqual(["#goes", "#opens", "#sends"]);
  expect(review.sort()).toEqual(["#announced", "#sorts"]);
  expect(site.hits.filter((path) => /elsewhere|sort/.test(path))).toEqual([]);
});

test("reports elements that, as soon as they receive focus, open another page, replace part of the current one or move focus elsewhere @long", async ({
  engine,
  serve,
}) => {
  const field = (id: string, action: string) => `<p><label>${id} <input id="${id}" onfocus="${action}"></label></p>`;
  const site = await serve(() => ({
    "/": soundPage(
      `${field("goes", "location.href = '/elsewhere/a'")}${field("opens", "window.open('about:blank')")}
       ${field("passes", "next.focus()")}${field("next", "")}${field("hints", "log.textContent = 'Help'")}
       ${field("stays", "location.hash = 'log'")}${field("runs", "location.href = 'javascript:void 0'")}
       <form action="/elsewhere/sent" method="post">${field("sends", "form.submit()")}</form>
       <section>${field("votes", "this.closest('section').innerHTML = '<p>Thank you for your vote.</p>'")}</section>
       <section id="survey"><p>Town</p><p><input aria-label="Town"></p><p><input aria-label="Town"></p></section>
       <script>survey.querySelectorAll("input")[1].onfocus = () => { survey.textContent = "Thank you"; };</script>
       <section>${field("redraws", "this.closest('section').innerHTML += ' '")}</section>
       <section>${field("swaps", "this.outerHTML = '<textarea id=large></textarea>'; large.focus()")}</section>
       <div role="toolbar" aria-label="Text" tabindex="0" onfocus="bold.focus()"><button id="bold" tabindex="-1">Bold</button></div>
       <p id="log"></p>`,
    ),
    "*": soundPage("<p>Another page.</p>"),
  }));
  const { byPath } = await scan(engine, site.origin, { max_pages: 1 });
  const { failed, review } = found(byPath["/"], "change-on-focus");
  // The selector depends on the order in which the replaced parts were put back.
  expect(failed.sort()).toEqual(["#goes", "#opens", "#sends", "#votes", 'p:nth-child(3) > input[aria-label="Town"]']);
  expect(review).toEqual(["#passes"]);
  expect(byPath["/"]?.error).toBeNull();
  expect(site.hits.filter((path) => path.startsWith("/elsewhere"))).toEqual([]);
});

test("recordings need review unless a transcript or a description is near them @long", async ({ engine, serve }) => {
  const sound = '<audio controls src="/tone.wav"></audio>';
  const film = '<video controls src="/film.mp4" width="300" height="200"></video>';
  const site = await serve(() => ({
    "/": soundPage(
      `<section id="bad"><h2>Interview</h2>${sound}</section><section><h2>Talk</h2>${sound}<p><a href="/talk">Read the transcript</a></p></section>
       <figure id="worse">${film}<figcaption>Harbour</figcaption></figure>
       <figure>${film}<figcaption><a href="/described">Version with audio description</a></figcaption></figure>
       <section><video autoplay muted loop src="/film.mp4" width="300" height="200"></video></section>`,
    ),
  }));
  const { byPath } = await scan(engine, site.origin, { max_pages: 1 });
  expect(found(byPath["/"], "audio-transcript")).toEqual({ failed: [], review: ["#bad > audio"] });
  expect(found(byPath["/"], "video-description")).toEqual({ failed: [], review: ["#worse > video"] });
});

/** Returns the numbers of elements that pass and don't pass a rule; null if the rule was inapplicable or didn't run. */
const outcomeOf = (page: PageResult | undefined, ruleId: string) => {
  const checks = page?.axe?.checks.find(({ rule_id }) => rule_id === ruleId);
  if (checks) return { passed: checks.passed, found: checks.failed + checks.needs_review };
  return page?.axe?.inapplicable.includes(ruleId) ? "inapplicable" : "untested";
};

test("on a page without barriers, lists what passed for each rule that interacts with the page @long", async ({
  engine,
  serve,
}) => {
  const site = await serve(() => ({
    "/": soundPage(
      `<p>The harbour opens at seven every morning.</p><p><a href="/timetable">Timetable</a> <a href="/prices">Prices</a></p>
       <p><label>Language <select id="language"><option>English</option><option>Welsh</option></select></label></p>
       <p><label>Password <input type="password" autocomplete="current-password"></label></p>
       <p><button id="more" aria-expanded="false" aria-controls="hours">Opening hours</button></p><p id="hours" hidden>Seven to nine</p>
       <script>
         language.addEventListener("change", () => {});
         more.addEventListener("click", () => { hours.hidden = !hours.hidden; more.setAttribute("aria-expanded", !hours.hidden); });
       </script>`,
    ),
    "*": soundPage("<p>Another page.</p>"),
  }));
  const { byPath } = await scan(engine, site.origin, { max_pages: 1 });
  const page = byPath["/"];
  const whole = ["reflow", "text-spacing", "orientation-lock", "clipped-text", "zoomed-text", "moving-content"];
  for (const rule of [...whole, "flashing", "changing-text", "change-on-focus", "keyboard-trap"])
    expect.soft(outcomeOf(page, rule), rule).toEqual({ passed: 1, found: 0 });
  for (const rule of ["focus-obscured", "hidden-focus-stop"])
    expect.soft(outcomeOf(page, rule), rule).toEqual({ passed: 5, found: 0 });
  for (const rule of ["change-on-input", "paste-blocked", "stale-state"])
    expect.soft(outcomeOf(page, rule), rule).toEqual({ passed: 1, found: 0 });
  for (const rule of ["down-event", "hover-content", "character-shortcut", "time-limit", "click-only"])
    expect.soft(outcomeOf(page, rule), rule).toBe("inapplicable");
});

test("a rule that interacts with the page is inapplicable if there is nothing to test, and isn't listed if it couldn't run @long", async ({
  engine,
  serve,
}) => {
  const site = await serve(() => ({
    "/": soundPage('<p>Text.</p><script>addEventListener("focusin", () => {});</script>'),
    "/form": soundPage(
      `${Array.from({ length: 9 }, (_, number) => `<p><a href="/">Line ${number}</a></p>`).join("")}
       <form action="/send" method="post"><label>Name <input name="name" required></label> <button>Send</button></form>
       <script>addEventListener("focusin", () => {});</script>`,
    ),
    "/none": "<title>None</title><main><img src='data:,' alt=''></main>",
  }));
  const { byPath } = await scan(engine, site.origin, { max_pages: 1 });
  for (const rule of ["keyboard-trap", "change-on-focus", "focus-obscured", "silent-error"])
    expect(outcomeOf(byPath["/"], rule), rule).toBe("inapplicable");
  expect(outcomeOf(byPath["/"], "reflow")).toEqual({ passed: 1, found: 0 });

  const { byPath: withForm } = await scan(engine, `${site.origin}/form`, { max_pages: 1 });
  expect(outcomeOf(withForm["/form"], "change-on-focus")).toBe("untested");
  const { byPath: withoutText } = await scan(engine, `${site.origin}/none`, { max_pages: 1 });
  expect(outcomeOf(withoutText["/none"], "text-spacing")).toBe("inapplicable");
  const phone = await scan(engine, site.origin, { max_pages: 1, device: "mobile" });
  expect(outcomeOf(phone.byPath["/"], "zoomed-text")).toBe("untested");
});

test("a page with more tab stops than were tested doesn't pass the rule about keyboard traps @long", async ({
  engine,
  serve,
}) => {
  const pageWith = (links: number): string =>
    soundPage(
      `${Array.from({ length: links }, (_, number) => `<p><a href="/">Line ${number}</a></p>`).join("")}
       <script>addEventListener("focusin", () => {});</script>`,
    );
  const site = await serve(() => ({ "/": pageWith(5), "/long": pageWith(40) }));
  const outcomeAt = async (path: string) => {
    const { byPath } = await scan(engine, site.origin + path, { max_pages: 1, include_rules: ["keyboard-trap"] });
    return outcomeOf(byPath[path], "keyboard-trap");
  };
  expect(await outcomeAt("/")).toMatchObject({ found: 0 });
  expect(await outcomeAt("/long")).toBe("untested");
});

test("a page that fails a rule about the whole page doesn't also pass it @long", async ({ engine, serve }) => {
  const site = await serve(() => ({
    "/": soundPage(
      '<p style="width: 600px">The opening hours of the harbour in the summer months, when all ferries leave</p>',
    ),
  }));
  const { byPath } = await scan(engine, site.origin, { max_pages: 1 });
  expect(outcomeOf(byPath["/"], "reflow")).toEqual({ passed: 0, found: 1 });
});
