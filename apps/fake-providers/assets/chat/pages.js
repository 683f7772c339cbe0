// Shows messages as they come, and times as the visitor's clock has them. Without it the pages work by reloading.

const againMs = 10_000;
const live = ['messages', 'settings'];
const shownMarkup = new Map(live.map((id) => [id, document.getElementById(id)?.innerHTML]));
const feed = document.getElementById('messages')?.dataset.events;

showTimes();
if (feed) listen();
// A page that comes back from the browser's memory is as it was left.
addEventListener('pageshow', ({ persisted }) => persisted && location.reload());

/** A connection that breaks comes again by itself; one that was refused is tried again later. */
function listen() {
  const events = new EventSource(feed);
  events.addEventListener('message', refresh);
  events.addEventListener('error', () => {
    if (events.readyState === EventSource.CLOSED) setTimeout(listen, againMs);
  });
  addEventListener('pagehide', () => events.close(), { once: true });
}

/** Puts what is now in the place of what is shown. The browser parses it into a document of its own: no text becomes markup. */
function refresh() {
  const request = new XMLHttpRequest();
  request.open('GET', location.href);
  request.responseType = 'document';
  request.addEventListener('load', () => {
    for (const id of live) replace(id, request.response?.getElementById(id));
  });
  request.send();
}

function replace(id, fresh) {
  if (!fresh || fresh.innerHTML === shownMarkup.get(id)) return;
  shownMarkup.set(id, fresh.innerHTML);
  const focused = document.activeElement?.id;
  document.getElementById(id).replaceChildren(...document.importNode(fresh, true).childNodes);
  if (focused) document.getElementById(focused)?.focus();
  showTimes();
  if (id === 'messages') announce();
}

function announce() {
  const heard = document.getElementById('heard');
  heard.textContent = '';
  requestAnimationFrame(() => {
    heard.textContent = heard.dataset.changed;
  });
}

function showTimes() {
  const format = new Intl.DateTimeFormat(document.documentElement.lang, { dateStyle: 'medium', timeStyle: 'short' });
  for (const time of document.querySelectorAll('time')) time.textContent = format.format(new Date(time.dateTime));
}
