/** The build of `shudu.html`, after that of the app: the game in one file that opens without a server and without a network. */

import { svelte } from '@sveltejs/vite-plugin-svelte';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { defineConfig, type Plugin } from 'vite';
import { numerals } from './vite.font.ts';
import { graded } from './vite.graded.ts';
import { textModules } from './vite.texts.ts';

const MOST_BYTES = 600_000;

/** Modules that need a server, and what replaces them. */
const REPLACED: [RegExp, string][] = [
  [/\/api\/client$/, 'no-server.ts'],
  [/\/source$/, 'kernel-source.ts'],
  [/\/standalone$/, 'standalone.ts'],
];
const file = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const icon = `data:image/svg+xml;base64,${readFileSync(file('public/icon.svg')).toString('base64')}`;

function withoutServer(): Plugin {
  return {
    name: 'without-server',
    enforce: 'pre',
    resolveId(id, importer) {
      if (id === 'virtual:kernel') return '\0virtual:kernel';
      if (importer?.includes('/single/')) return undefined;
      const found = REPLACED.find(([name]) => id.startsWith('.') && name.test(id));
      return found && file(`src/single/${found[1]}`);
    },
    load(id) {
      if (id !== '\0virtual:kernel') return undefined;
      const bytes = gzipSync(readFileSync(file('public/shudu.wasm')), { level: 9 });
      return `export default ${JSON.stringify(bytes.toString('base64'))};`;
    },
  };
}

/** Puts script and style into the page. */
function oneFile(): Plugin {
  return {
    name: 'one-file',
    enforce: 'post',
    generateBundle(_, bundle) {
      let [script, style] = ['', ''];
      for (const [name, part] of Object.entries(bundle)) {
        if (part.type === 'chunk') script += part.code;
        else if (name.endsWith('.css')) style += part.source;
        delete bundle[name];
      }
      // There is nothing to preload, and Vite fills in its mark only after this.
      const code = script.replaceAll('./icon.svg', icon).replaceAll('__VITE_PRELOAD__', 'void 0');
      const source = page(code, style);
      const size = Buffer.byteLength(source);
      if (size > MOST_BYTES) this.error(`shudu.html has ${size} bytes; at most ${MOST_BYTES} are allowed`);
      this.emitFile({ type: 'asset', fileName: 'shudu.html', source });
    },
  };
}

const page = (script: string, style: string): string => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
    <meta name="color-scheme" content="light dark" />
    <link rel="icon" href="${icon}" />
    <title>shudu 数独</title>
    <style>${style}</style>
  </head>
  <body>
    <div id="app"></div>
    <script type="module">${script.replaceAll('</script', '<\\/script')}</script>
  </body>
</html>
`;

export default defineConfig({
  plugins: [withoutServer(), svelte(), textModules(), graded(), numerals(), oneFile()],
  publicDir: false,
  build: {
    outDir: '../src/shudu/server/static',
    emptyOutDir: false,
    cssCodeSplit: false,
    assetsInlineLimit: 1_000_000,
    modulePreload: { polyfill: false },
    target: 'es2022',
    rolldownOptions: { input: file('src/single/main.ts'), output: { codeSplitting: false } },
  },
});
