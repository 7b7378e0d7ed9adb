// Classic script in <head>: runs before the first paint, can't import or export.
const systemDark = matchMedia('(prefers-color-scheme: dark)');

function applyTheme(): void {
  const scheme = localStorage.getItem('color_scheme');
  const isDark = scheme === 'dark' || (scheme !== 'light' && systemDark.matches);
  const theme = isDark ? 'dark' : 'light';
  document.documentElement.dataset.theme = theme;
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')) {
    meta.media = meta.dataset.theme === theme ? 'all' : 'not all';
  }
}

applyTheme();
systemDark.addEventListener('change', applyTheme);
window.addEventListener('storage', applyTheme);
window.addEventListener('color-scheme-change', applyTheme);
