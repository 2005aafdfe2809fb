"use strict";

// Comforts only: every page works without this file.

// The menu of the phone closes on Escape and on a tap beside it.
document.addEventListener("keydown", (event) => {
  const menu = document.querySelector(".site-menu[open]");
  if (menu && event.key === "Escape") {
    menu.open = false;
    menu.querySelector("summary").focus();
  }
});
document.addEventListener("click", (event) => {
  const menu = document.querySelector(".site-menu[open]");
  if (menu && !menu.contains(event.target)) menu.open = false;
  if (event.target.closest("[data-print]")) window.print();
});

// Buttons that need script stay hidden without it.
for (const element of document.querySelectorAll("[data-needs-script]")) element.hidden = false;

// The language switch keeps the page as it is now, also after a search that followed the typing.
document.addEventListener("submit", (event) => {
  if (event.target.matches(".languages")) {
    event.target.elements.next.value = location.pathname + location.search;
  }
});

// A second press within five seconds sends nothing.
const PATIENCE = 5000;
document.addEventListener("submit", (event) => {
  const form = event.target;
  if ((form.getAttribute("method") || "").toLowerCase() !== "post") return;
  const sent = Number(form.dataset.sentAt || 0);
  if (Date.now() - sent < PATIENCE) event.preventDefault();
  else if (!event.defaultPrevented) form.dataset.sentAt = String(Date.now());
});
window.addEventListener("pageshow", (event) => {
  if (!event.persisted) return;
  for (const form of document.forms) delete form.dataset.sentAt;
});
