import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';
import { numerals } from './vite.font.ts';
import { graded } from './vite.graded.ts';
import { icons } from './vite.icons.ts';
import { notices, packages } from './vite.notices.ts';
import { offline } from './vite.offline.ts';
import { packed } from './vite.packed.ts';
import { shell } from './vite.shell.ts';
import { textModules } from './vite.texts.ts';

const INITIAL =
  /node_modules\/svelte\/|virtual:texts\/(app|techniques)|src\/(api|board|game|home|kernel|shared)\/|src\/play\/(?!replay)|src\/app\/(?!i18n)|src\/app\/i18n\/(index|names|format|errors)\./;

const PLAY =
  /src\/(board|play\/panels)\/|src\/play\/session\/(?!sender)|src\/play\/(Play|SharedGame|ModeTabs|PauseCover|StatusLine|Tools|LineNames|digits-left|plain)|src\/kernel\/paths|src\/shared\/components\/(Keypad|BoardLayout)/;

// The page runs under a strict content security policy: nothing from other origins, and inline only what shell() writes.
export default defineConfig({
  plugins: [
    svelte(),
    textModules(),
    graded(),
    numerals(),
    icons(),
    packages(),
    notices(),
    shell(),
    offline(),
    packed(),
  ],
  base: './',
  build: {
    outDir: '../src/shudu/server/static',
    emptyOutDir: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    target: 'es2022',
    // The first page is one file, and what playing adds is another: on a slow network a dozen small ones take longer.
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'app', test: (id) => INITIAL.test(id) && !PLAY.test(id), priority: 2 },
            { name: 'play', test: PLAY, priority: 1 },
          ],
        },
      },
    },
  },
  worker: { format: 'es', plugins: () => [packages()] },
  resolve: process.env.VITEST ? { conditions: ['browser'] } : {},
  server: { proxy: { '/api': 'http://127.0.0.1:8000' } },
  test: { include: ['tests/**/*.test.ts'] },
});
