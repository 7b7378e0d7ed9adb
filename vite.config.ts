import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { hashSources, removeStamp, writeStamp } from './server/http/site/dashboard-build.ts';

/** Both fonts are needed for the first paint, before the stylesheet asks for them. */
function preloadFonts(): Plugin {
  return {
    name: 'preload-fonts',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle }) {
        const fonts = Object.keys(bundle ?? {}).filter(
          (name) => name.endsWith('.woff2') && !name.includes('latin'),
        );
        const attrs = { rel: 'preload', as: 'font', type: 'font/woff2', crossorigin: '' };
        return fonts.map((font) => ({
          tag: 'link',
          attrs: { ...attrs, href: `/${font}` },
          injectTo: 'head' as const,
        }));
      },
    },
  };
}

const userLayout = 'app/user-layout.tsx';
const phonePages = {
  '/user/experts': [userLayout, 'pages/user/experts-page.tsx'],
  '/user/conversations': [userLayout, 'pages/user/conversations-page.tsx'],
  '/threads/': [userLayout, 'pages/thread-page.tsx'],
  '/': [],
};

/** For the Link header that the server sends with each address. */
function listFirstScripts(): Plugin {
  return {
    name: 'list-first-scripts',
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
      const linksFor = (modules: string[]) => {
        const roots = ['index.html', ...modules].map((module) => `/web/${module}`);
        const files = roots.flatMap((root) => {
          const chunk = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(root));
          return chunk ? [...chunk.imports, chunk.fileName] : [];
        });
        return [...new Set(files)].map((file) => `</${file}>; rel=modulepreload`).join(', ');
      };
      const links = Object.entries(phonePages).map(([path, modules]) => [path, linksFor(modules)]);
      this.emitFile({
        type: 'asset',
        fileName: 'first-scripts.json',
        source: JSON.stringify(Object.fromEntries(links)),
      });
    },
  };
}

/** A separate file in <head> sets the theme: inline scripts are forbidden, and modules run after the first paint. */
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

/** The best compression takes seconds, and a request without Brotli costs as much each time: so both are made once per build. */
function compressAhead(): Plugin {
  const compressions = { br: promisify(brotliCompress), gz: promisify(gzip) };
  return {
    name: 'compress-ahead',
    apply: 'build',
    async writeBundle({ dir = '' }, bundle) {
      const names = Object.keys(bundle).filter((name) => /\.(js|css|svg)$/.test(name));
      await Promise.all(
        names.flatMap((name) =>
          Object.entries(compressions).map(async ([ending, compress]) => {
            const path = join(dir, name);
            writeFileSync(`${path}.${ending}`, await compress(readFileSync(path)));
          }),
        ),
      );
    },
  };
}

/** So that a start knows whether the sources have changed since. */
function stampSources(): Plugin {
  let site = '';
  let hash = '';
  return {
    name: 'stamp-sources',
    apply: 'build',
    configResolved({ root, build }) {
      site = resolve(root, build.outDir);
    },
    buildStart() {
      removeStamp(site);
      hash = hashSources();
    },
    writeBundle: {
      order: 'post',
      sequential: true,
      handler: () => writeStamp(site, hash),
    },
  };
}

const libraries =
  /node_modules[\\/](react|react-dom|scheduler|wouter|@tanstack[\\/](react-query|query-core))[\\/]/;
const pieces =
  /shared[\\/]channels|lucide-react[\\/].*icons[\\/]|web[\\/](components[\\/](ui[\\/](avatar|badge|skeleton)|channel-badge|empty-state|relative-time)|app[\\/](main-region|menu-drawer|nav-link)|lib[\\/](drafts|format|initials))\./;
/**
 * A request costs more than a kilobyte does. What every page loads comes in two files, libraries apart
 * because they stay in the browser's cache longer; small modules that many pages share come in one.
 */
const chunks = [
  { name: 'libraries', test: libraries, priority: 2 },
  {
    name: 'app',
    tags: ['$initial' as const],
    test: (id: string) => !id.includes('apply-theme'),
    priority: 1,
  },
  { name: 'pieces', test: pieces, minShareCount: 2, includeDependenciesRecursively: false },
];

export default defineConfig({
  root: 'web',
  plugins: [
    react(),
    tailwindcss(),
    preloadFonts(),
    listFirstScripts(),
    blockOnTheme(),
    compressAhead(),
    stampSources(),
  ],
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    rolldownOptions: { output: { codeSplitting: { groups: chunks } } },
    // Vite inlines small files to save a request, but the page preloads fonts by name.
    assetsInlineLimit: (path) => (path.endsWith('.woff2') ? false : undefined),
  },
});
