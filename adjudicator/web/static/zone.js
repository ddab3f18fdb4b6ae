// Proposes the browser's time zone, unless one is chosen already. Without scripts one picks it from the list.
// Browsers may give a zone by an older name, such as Asia/Calcutta.
"use strict";
const list = document.getElementById("zone");
const here = Intl.DateTimeFormat().resolvedOptions().timeZone;
const names = (one) => [one.value, ...(one.dataset.also || "").split(" ")];
const found = list && !list.value && Array.from(list.options).find((one) => one.value && names(one).includes(here));
if (found) {
  list.value = found.value;
}
