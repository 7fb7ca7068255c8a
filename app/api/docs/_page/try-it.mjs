const token = document.querySelector("#token");

const valuesIn = (form, place) =>
  [...form.querySelectorAll(`[data-in="${place}"]`)]
    .filter(({ value }) => value !== "")
    .map(({ name, value }) => [name, value]);

const addressOf = (form) => {
  const path = valuesIn(form, "path").reduce(
    (address, [name, value]) => address.replace(`{${name}}`, encodeURIComponent(value)),
    form.dataset.path,
  );
  const query = new URLSearchParams(valuesIn(form, "query")).toString();
  return query ? `${path}?${query}` : path;
};

const requestOf = (form) => {
  const headers = new Headers(valuesIn(form, "header"));
  if (token.value.trim()) headers.set("authorization", `Bearer ${token.value.trim()}`);
  const body = form.elements.namedItem("body")?.value;
  if (body) headers.set("content-type", "application/json");
  return { method: form.dataset.method, headers, ...(body ? { body } : {}) };
};

const readable = (text) => {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
};

const show = (form, { status, headers, body }) => {
  form.querySelector(".answer").hidden = false;
  form.querySelector("[role=status]").textContent = status;
  form.querySelector(".answer-headers").textContent = headers;
  form.querySelector(".answer-body").textContent = body;
};

const call = async (form) => {
  const started = performance.now();
  try {
    const response = await fetch(addressOf(form), requestOf(form));
    const body = readable(await response.text());
    const took = Math.round(performance.now() - started);
    const headers = [...response.headers].map(([name, value]) => `${name}: ${value}`).join("\n");
    show(form, { status: `${response.status} ${response.statusText} in ${took} ms`, headers, body });
  } catch (error) {
    show(form, { status: "The server didn't respond.", headers: "", body: String(error) });
  }
};

document.addEventListener("submit", async (event) => {
  const form = event.target;
  event.preventDefault();
  if ("redirects" in form.dataset) {
    open(addressOf(form), "_blank", "noopener");
    return;
  }
  const button = form.querySelector("button");
  button.setAttribute("aria-disabled", "true");
  await call(form);
  button.removeAttribute("aria-disabled");
});

const openTarget = () => {
  const target = document.getElementById(location.hash.slice(1));
  if (!(target instanceof HTMLDetailsElement)) return;
  target.open = true;
  target.querySelector("summary").focus();
  target.scrollIntoView();
};

addEventListener("hashchange", openTarget);
openTarget();
