import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

/** Both fonts are part of every first picture: ask for them with the page, not after the stylesheet. */
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
/** What the pages that people open on their phones are made of. */
const phonePages = {
  '/user/experts': [userLayout, 'pages/user/experts-page.tsx'],
  '/user/conversations': [userLayout, 'pages/user/conversations-page.tsx'],
  '/threads/': [userLayout, 'pages/thread-page.tsx'],
  '/': [],
};

/** Which scripts each address begins with, for the server to name in the header of its answer. */
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

/** The best compression takes seconds: it is done once here, not with every start or request. */
function compressAhead(): Plugin {
  const compress = promisify(brotliCompress);
  return {
    name: 'compress-ahead',
    apply: 'build',
    async writeBundle({ dir = '' }, bundle) {
      const names = Object.keys(bundle).filter((name) => /\.(js|css|svg)$/.test(name));
      await Promise.all(
        names.map(async (name) => {
          const path = join(dir, name);
          writeFileSync(`${path}.br`, await compress(readFileSync(path)));
        }),
      );
    },
  };
}

const libraries =
  /node_modules[\\/](react|react-dom|scheduler|wouter|@tanstack[\\/](react-query|query-core))[\\/]/;
const pieces =
  /shared[\\/]channels|lucide-react[\\/].*icons[\\/]|web[\\/](components[\\/](ui[\\/](avatar|badge|skeleton)|channel-badge|empty-state|relative-time)|app[\\/](main-region|menu-drawer|nav-link)|lib[\\/](drafts|format|initials))\./;
/**
 * A request costs a page more than a kilobyte does. So what every page loads comes in two files, the
 * libraries apart because they stay in the browser's cache for longer; and small pieces that many pages
 * share travel together, instead of in a file each.
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
  ],
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    rolldownOptions: { output: { codeSplitting: { groups: chunks } } },
    // Files that small cost a request less when they travel inside the script that needs them;
    // fonts never, because the page asks for them by name.
    assetsInlineLimit: (path) => (path.endsWith('.woff2') ? false : undefined),
  },
});
