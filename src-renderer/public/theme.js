// Runs before the first paint: the window opens in the theme and text size it was left in, without a flash.
// The settings file decides; this is the copy that app/state/theme.ts keeps.
(() => {
  let kept = {};
  try {
    kept = JSON.parse(window.localStorage.getItem('beads-console.appearance') ?? '{}') ?? {};
  } catch {
    kept = {};
  }
  const root = document.documentElement;
  const isDark =
    kept.theme === 'dark' ||
    (kept.theme !== 'light' && window.matchMedia('(prefers-color-scheme: dark)').matches);
  root.dataset.theme = isDark ? 'dark' : 'light';
  if (kept.density === 'compact') root.dataset.density = 'compact';
  const size = kept.text_size_percent;
  if (typeof size === 'number' && size >= 80 && size <= 200) root.style.fontSize = `${(16 * size) / 100}px`;
})();
