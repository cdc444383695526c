"use strict";
const form = document.querySelector("form");
const items = Array.from(document.querySelectorAll(".item"), (element) => ({ element, words: null }));
const parts = Array.from(document.querySelectorAll("main section")).reverse();
const count = form.querySelector("output");

// Letters without their accents, so that "erdos" finds Erdős.
const plain = (text) =>
  text.replace(/[^\0-\x7f]+/g, (letters) => letters.normalize("NFKD").replace(/\p{M}/gu, "")).toLowerCase();

function fits(item, wanted, words) {
  const { status, kind, year, tags } = item.element.dataset;
  if (wanted.status && status !== wanted.status) return false;
  if (wanted.kind && kind !== wanted.kind) return false;
  if (wanted.year && year !== wanted.year) return false;
  if (wanted.tag && !JSON.parse(tags).includes(wanted.tag)) return false;
  if (words.length === 0) return true;
  // A further mention of an item shows its title alone; the words are where it stands whole.
  item.words ??= plain(document.getElementById(`item-${item.element.dataset.id}`).textContent);
  return words.every((word) => item.words.includes(word));
}

function show() {
  const wanted = Object.fromEntries(new FormData(form));
  const words = plain(wanted.words).split(/\s+/).filter(Boolean);
  const found = new Set();
  for (const item of items) {
    const fitting = fits(item, wanted, words);
    item.element.hidden = !fitting;
    if (fitting) found.add(item.element.dataset.id);
  }
  const isFiltered = words.length > 0 || wanted.status || wanted.kind || wanted.year || wanted.tag;
  for (const part of parts) {
    part.hidden = Boolean(isFiltered) && !part.querySelector(".item:not([hidden])");
  }
  count.textContent = `${found.size} of ${form.dataset.total} shown`;
}

form.hidden = false;
form.addEventListener("input", show);
form.addEventListener("submit", (event) => event.preventDefault());
form.addEventListener("reset", () => setTimeout(show));
document.addEventListener("keydown", (event) => {
  const isTyping = event.target.matches("input, select, textarea");
  if (event.key === "/" && !isTyping && !event.ctrlKey && !event.metaKey && !event.altKey) {
    event.preventDefault();
    form.elements.words.focus();
  }
  if (event.key === "Escape" && isTyping) form.reset();
});
form.querySelector("#theme").addEventListener("click", () => {
  const root = document.documentElement;
  const isDark = root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  root.dataset.theme = isDark ? "light" : "dark";
});
// What is laid out only once it is in the window has another height than was guessed, so the first jump misses.
const jump = () => requestAnimationFrame(() => document.querySelector(":target")?.scrollIntoView());
addEventListener("hashchange", jump);
addEventListener("load", jump);
show();
