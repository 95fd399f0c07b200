/** Writes the licences of all packages whose code or fonts are in the build, as their authors require. */

import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

export const NOTICES = 'third-party-licenses.txt';
const PACKAGE = /^.*\/node_modules\/((?:@[^/]+\/)?[^/.][^/]*)\//;
const FONT = '@fontsource-variable/nunito'; // reaches the page as a file that vite.font.ts cuts from it

const used = new Set([FONT]);

/** Notes the packages of a bundle; workers are bundles of their own. */
export function packages(): Plugin {
  return {
    name: 'packages',
    apply: 'build',
    transform(_, id) {
      const name = PACKAGE.exec(id)?.[1];
      if (name) used.add(name);
    },
  };
}

export function notices(): Plugin {
  return {
    name: 'notices',
    apply: 'build',
    writeBundle({ dir }) {
      const parts = [...used].sort().map(describe);
      writeFileSync(join(dir!, NOTICES), parts.join(`\n${'-'.repeat(80)}\n\n`));
    },
  };
}

function describe(name: string): string {
  const folder = new URL(`node_modules/${name}/`, import.meta.url);
  const { version, license } = JSON.parse(readFileSync(new URL('package.json', folder), 'utf8'));
  const file = readdirSync(folder).find((each) => /^licen[cs]e/i.test(each));
  if (!file) throw new Error(`${name} comes without the text of its licence`);
  return `${name} ${version} (${license})\n\n${readFileSync(new URL(file, folder), 'utf8').trim()}\n`;
}
