import js from '@eslint/js';
import svelte from 'eslint-plugin-svelte';
import globals from 'globals';
import ts from 'typescript-eslint';
import svelteConfig from './svelte.config.js';

/**
 * The folders of src/ and what each may import besides itself. Core helpers know nothing of the page, the rules of play
 * (game/) nothing of the interface, the board nothing of the rules. Settings, texts and the router live in app/ and are
 * open to everyone; the rest of app/ is the shell, which nobody imports.
 */
const LAYERS = {
  kernel: ['shared/core'],
  game: ['shared/core'],
  api: ['shared/storage'],
  'app/i18n': ['shared/core', 'app/settings', 'shared/storage', 'api'],
  shared: ['app', 'shared'],
  'shared/core': [],
  board: ['app', 'shared'],
  exchange: ['app', 'shared', 'api', 'kernel', 'game', 'board'],
  play: ['app', 'shared', 'api', 'kernel', 'game', 'board', 'exchange'],
  enter: ['app', 'shared', 'api', 'kernel', 'game', 'board', 'exchange', 'play'],
  lab: ['app', 'shared', 'api', 'kernel', 'board', 'exchange', 'enter'],
  learn: ['app', 'shared', 'api', 'kernel', 'board', 'game', 'play'],
  stats: ['app', 'shared', 'api', 'kernel', 'game', 'play'],
  print: ['app', 'shared', 'api', 'game', 'exchange', 'play'],
  home: ['app', 'shared', 'api', 'game', 'kernel', 'play', 'learn'],
  help: ['app', 'shared', 'api', 'game', 'play'],
  single: ['app', 'shared', 'kernel', 'board', 'game', 'play', 'enter', 'stats', 'help'],
};

const FOLDERS = [...new Set(['app', ...Object.keys(LAYERS).map((path) => path.split('/')[0])])];
const SHELL = '^(\\.\\./)+app/(App|TopBar|main|offline)';

/** Forbids every folder a layer may not import, by the relative paths that lead there. */
function layer([folder, allowed]) {
  const depth = folder.split('/').length;
  const own = folder.split('/')[0];
  const others = FOLDERS.filter((name) => !allowed.includes(name) && (name !== own || depth > 1));
  const exceptions = allowed.filter((path) => path.includes('/'));
  const open = exceptions.length ? `(?!${exceptions.join('|')})` : '';
  const regex = !allowed.length ? '^\\.\\./' : `^(\\.\\./)+${open}(${others.join('|')})/`;
  const message = `${folder}/ may import only from: ${allowed.join(', ') || 'itself'} (see eslint.config.js).`;
  const patterns = [
    { regex, message },
    ...(folder === 'single' ? [] : [{ regex: SHELL, message: 'Nothing imports the shell of the app.' }]),
  ];
  return {
    files: [`src/${folder}/**`],
    rules: { 'no-restricted-imports': ['error', { patterns }] },
  };
}

export default ts.config(
  { ignores: ['src/api/schema.ts', 'public/'] },
  js.configs.recommended,
  ...ts.configs.recommended,
  ...svelte.configs.recommended,
  {
    languageOptions: { globals: { ...globals.browser, ...globals.node } },
    rules: {
      'no-undef': 'off', // TypeScript checks it
      '@typescript-eslint/no-non-null-assertion': 'off', // noUncheckedIndexedAccess makes them necessary
      'svelte/prefer-svelte-reactivity': 'off', // sets and maps are replaced, never changed
      '@typescript-eslint/no-unused-expressions': ['error', { allowShortCircuit: true, allowTernary: true }],
    },
  },
  {
    files: ['**/*.svelte', '**/*.svelte.ts'],
    languageOptions: { parserOptions: { parser: ts.parser, svelteConfig } },
  },
  ...Object.entries(LAYERS).map(layer),
);
