import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';
import { offline } from './vite.offline.ts';
import { packed } from './vite.packed.ts';
import { textModules } from './vite.texts.ts';

const INITIAL =
  /node_modules\/svelte\/|virtual:texts\/(app|techniques)|src\/(api|board|game|home|kernel|shared)\/|src\/play\/(?!replay)|src\/app\/(?!i18n)|src\/app\/i18n\/(index|names|format|errors)\./;

// The page runs under a strict content security policy: no inline code, and nothing from other origins.
export default defineConfig({
  plugins: [svelte(), textModules(), offline(), packed()],
  base: './',
  build: {
    outDir: '../src/shudu/server/static',
    emptyOutDir: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    target: 'es2022',
    // Everything needed to play is one file: on a slow network a dozen small ones take longer.
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: 'app', test: INITIAL }] } } },
  },
  worker: { format: 'es' },
  resolve: process.env.VITEST ? { conditions: ['browser'] } : {},
  server: { proxy: { '/api': 'http://127.0.0.1:8000' } },
  test: { include: ['tests/**/*.test.ts'] },
});
