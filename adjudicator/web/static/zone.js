// Proposes the browser's time zone, unless one is chosen already. Without scripts one picks it from the list.
"use strict";
const list = document.getElementById("zone");
const here = Intl.DateTimeFormat().resolvedOptions().timeZone;
if (list && !list.value && Array.from(list.options).some((one) => one.value === here)) {
  list.value = here;
}
