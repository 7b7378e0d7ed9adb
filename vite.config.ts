import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

/** The interface font is part of every first paint: ask for it with the page, not after the stylesheet. */
function preloadInterfaceFont(): Plugin {
  return {
    name: 'preload-interface-font',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle }) {
        const font = Object.keys(bundle ?? {}).find((name) => /figtree.*\.woff2$/.test(name));
        if (!font) return [];
        const attrs = { rel: 'preload', as: 'font', type: 'font/woff2', crossorigin: '' };
        return [{ tag: 'link', attrs: { ...attrs, href: `/${font}` }, injectTo: 'head' }];
      },
    },
  };
}

/** The theme is set by a file of its own in <head>: no script may stand in the page, and modules run too late. */
function blockOnTheme(): Plugin {
  const source = 'branding/apply-theme.ts';
  return {
    name: 'block-on-theme',
    buildStart() {
      if (this.environment.mode === 'build') this.emitFile({ type: 'chunk', id: `web/${source}` });
    },
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle }) {
        const built = Object.keys(bundle ?? {}).find((name) => name.includes('apply-theme'));
        return [{ tag: 'script', attrs: { src: `/${built ?? source}` }, injectTo: 'head' }];
      },
    },
  };
}

export default defineConfig({
  root: 'web',
  plugins: [react(), tailwindcss(), preloadInterfaceFont(), blockOnTheme()],
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    // Files that small cost a request less when they travel inside the script that needs them;
    // fonts never, because the page asks for them by name.
    assetsInlineLimit: (path) => (path.endsWith('.woff2') ? false : undefined),
  },
});
