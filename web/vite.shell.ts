/**
 * Puts into index.html what the first paint needs, so that it waits for one file only: the style sheet, the first screen in
 * each language, and the script that chooses between them (src/app/shell). The server allows style and script by their
 * hashes.
 */

import { svelte } from '@sveltejs/vite-plugin-svelte';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build, type InlineConfig, type Plugin, type Rolldown } from 'vite';
import { graded } from './vite.graded.ts';
import { packages } from './vite.notices.ts';
import { LANGUAGES, textModules } from './vite.texts.ts';

const CACHE = fileURLToPath(new URL('node_modules/.cache/shell', import.meta.url));
const SCRIPTS = /\s*<script type="module" crossorigin src="([^"]+)"><\/script>/g;
const STYLE_SHEET = /<link rel="stylesheet"[^>]* href="\.\/(assets\/[^"]+)">/;

export function shell(): Plugin {
  let styleSheet = '';
  let mainScript = '';
  return {
    name: 'shell',
    apply: 'build',
    enforce: 'post',
    transformIndexHtml: {
      order: 'post',
      async handler(page, { bundle }) {
        const [link, file] = STYLE_SHEET.exec(page)!;
        styleSheet = file!;
        const style = String((bundle![file!] as Rolldown.OutputAsset).source).trim();
        const scripts = [...page.matchAll(SCRIPTS)].map(([, name]) => name!);
        mainScript = scripts.at(-1)!.replace('./', '');
        const body = (await renderTemplates()) + `<script>${await bundleScript()}</script>`;
        return page
          .replace(SCRIPTS, '')
          .replace('id="app"', `id="app" data-scripts="${scripts.join(' ')}"`)
          .replace(link!, () => `<style>${style.replaceAll('url(./', 'url(./assets/')}</style>`)
          .replace('</body>', () => `${body}</body>`);
      },
    },
    // Screens that depend on the style sheet must not load it again. Their lists refer to entries by number, so one that is
    // already loaded takes its place.
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        delete bundle[styleSheet];
        const [before, after] = [styleSheet, mainScript].map((name) => name.replace('assets/', './'));
        for (const part of Object.values(bundle))
          if (part.type === 'chunk') part.code = part.code.replaceAll(`"${before}"`, `"${after}"`);
      },
    },
  };
}

async function renderTemplates(): Promise<string> {
  await buildPart({ ssr: 'src/app/shell/render.ts', outDir: CACHE, emptyOutDir: true });
  const { renderShell } = (await import(pathToFileURL(join(CACHE, 'render.js')).href)) as {
    renderShell: (language: string) => string;
  };
  rmSync(CACHE, { recursive: true });
  return LANGUAGES.map((name) => `<template id="shell-${name}">${renderShell(name)}</template>`).join('');
}

async function bundleScript(): Promise<string> {
  const entry = 'src/app/shell/draw.ts';
  const built = await buildPart({ lib: { entry, formats: ['iife'], name: 'shell' }, write: false });
  return (built as Rolldown.RolldownOutput[])[0]!.output[0].code.trim();
}

const buildPart = (options: InlineConfig['build']) =>
  build({
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    plugins: [svelte(), textModules(), graded(), packages()],
    ssr: { noExternal: true },
    build: { target: 'es2022', ...options },
  });
