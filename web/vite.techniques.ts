/** The names of the techniques, from the texts of the Python package: one source for both. */

import { readFileSync } from 'node:fs';
import type { Plugin } from 'vite';

const ID = 'virtual:techniques';

export function techniques(): Plugin {
  return {
    name: 'techniques',
    resolveId: (id) => (id === ID ? `\0${ID}` : undefined),
    load(id) {
      if (id !== `\0${ID}`) return undefined;
      return `export default ${JSON.stringify({ en: namesIn('en'), zh: namesIn('zh') })};`;
    },
  };
}

/** The table [names] of a language: lines `id = "name"`. */
function namesIn(language: string): Record<string, string> {
  const text = readFileSync(new URL(`../src/shudu/locale/${language}/logic.toml`, import.meta.url), 'utf8');
  const table = text.split(/^\[names\]$/m)[1]!.split(/^\[/m)[0]!;
  const lines = table.matchAll(/^([\w-]+) *= *(".*")/gm);
  return Object.fromEntries([...lines].map(([, id, name]) => [id, JSON.parse(name!) as string]));
}
