// Runs before the first paint, so that a dark page never flashes light. src/features/theme/ThemeMenu.tsx takes over from here.
(function () {
  var theme = null;
  try {
    theme = localStorage.getItem('theme');
  } catch {
    // Storage is forbidden here: follow the system.
  }
  var dark = theme === 'dark' || (theme !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.classList.toggle('dark', dark);
})();

// What is pressed in a prerendered page before its script has come. src/main.tsx carries it out, so nothing is to come of it now. The
// sandbox's pages have this script too, and no other.
window.pressedEarly = new Set();
window.notePress = function (event) {
  var control = event.target.closest('#root button');
  if (!control) return;
  event.preventDefault();
  window.pressedEarly.add(control);
};
document.addEventListener('click', window.notePress);

// The code of a page that was rendered already: fetched once that is painted, or at once in a tab that nobody looks at yet.
document.addEventListener('DOMContentLoaded', function () {
  var code = document.getElementById('code');
  if (!code) return;
  var begin = function () {
    document.body.append(code.content);
  };
  if (document.hidden) begin();
  else new PerformanceObserver(begin).observe({ type: 'paint', buffered: true });
});

// Code that does not come, as when the network changes meanwhile: the page is fetched again, once by itself, then when there is a network or the visitor
// asks for it. src/main.tsx ends this when all of it has come.
window.noteLoss = function (event) {
  var src = event.target instanceof HTMLScriptElement ? event.target.src : '';
  if (src.indexOf(location.origin + '/assets/') !== 0) return;
  removeEventListener('error', window.noteLoss, true);
  var again = function () {
    if (navigator.onLine) location.reload();
    else addEventListener('online', again);
  };
  var arrival = performance.getEntriesByType('navigation')[0];
  if (arrival && arrival.type === 'navigate') {
    setTimeout(again, 2000);
    return;
  }
  document.documentElement.classList.add('lost');
  addEventListener('online', again);
};
addEventListener('error', window.noteLoss, true);
