import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';
import { offline } from './vite.offline';
import { techniques } from './vite.techniques';

// The page runs under a strict content security policy: nothing is inlined, nothing comes from elsewhere.
export default defineConfig({
  plugins: [svelte(), techniques(), offline()],
  base: './',
  build: {
    outDir: '../src/shudu/server/static',
    emptyOutDir: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    target: 'es2022',
  },
  worker: { format: 'es' },
  resolve: process.env.VITEST ? { conditions: ['browser'] } : {},
  server: { proxy: { '/api': 'http://127.0.0.1:8000' } },
  test: { include: ['tests/**/*.test.ts'] },
});
