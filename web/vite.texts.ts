/**
 * The texts of the app as modules, cut into parts that are loaded when needed:
 * `virtual:texts/<part>` from src/app/i18n/{en,zh}.json, `virtual:texts/techniques` and `virtual:errors` from the Python
 * package, so that names and error messages have one source.
 */

import { readdirSync, readFileSync } from 'node:fs';
import { parse } from 'smol-toml';
import type { Plugin } from 'vite';

export const LANGUAGES = ['en', 'zh'] as const;
const PACKAGE = new URL('../src/shudu/locale/', import.meta.url);
const CATALOGUES = new URL('src/app/i18n/', import.meta.url);

/** The sections of the catalogue, the first part of each key, that are not loaded with the page. */
export const PARTS: Record<string, readonly string[]> = {
  exchange: ['import', 'export', 'open', 'qr', 'part', 'format', 'print', 'symmetry', 'paper'],
  lab: ['lab'],
  learn: ['learn'],
  grids: ['numbers', 'methods'],
};

/** The part that a key belongs to. */
export function partOf(key: string): string {
  const section = key.split('.')[0]!;
  return Object.keys(PARTS).find((part) => PARTS[part]!.includes(section)) ?? 'app';
}

type Table = Record<string, unknown>;

const perLanguage = (read: (language: string) => Table): string =>
  `export default ${JSON.stringify(Object.fromEntries(LANGUAGES.map((language) => [language, read(language)])))};`;

const readCatalogue = (language: string): Table =>
  JSON.parse(readFileSync(new URL(`${language}.json`, CATALOGUES), 'utf8')) as Table;

const readToml = (language: string, name: string): Record<string, Table> =>
  parse(readFileSync(new URL(`${language}/${name}`, PACKAGE), 'utf8')) as Record<string, Table>;

const texts = (part: string): string =>
  perLanguage((language) =>
    Object.fromEntries(Object.entries(readCatalogue(language)).filter(([key]) => partOf(key) === part)),
  );

/** The errors of every area by their code: `too-few-clues` in puzzles.toml is `puzzles.too-few-clues`. */
const errors = (): string =>
  perLanguage((language) => {
    const files = readdirSync(new URL(`${language}/`, PACKAGE)).filter((name) => name.endsWith('.toml'));
    const tables = files.map(
      (file) => [file.slice(0, -'.toml'.length), readToml(language, file).errors ?? {}] as const,
    );
    return Object.fromEntries(
      tables.flatMap(([area, table]) => Object.entries(table).map(([name, text]) => [`${area}.${name}`, text])),
    );
  });

/** The algorithms and methods that can be watched, with the ids of their lines, by the area of their catalogue. */
const codes = (): string => {
  const read = (area: string) => {
    const tables = LANGUAGES.map((language) => [language, readToml(language, `${area}.toml`).pseudocode!] as const);
    const both = (pick: (table: Code) => string, id: string) =>
      Object.fromEntries(tables.map(([language, table]) => [language, pick(table[id] as Code)]));
    return Object.keys(tables[0]![1]).map((id) => {
      const ids = Object.keys((tables[0]![1][id] as Code).lines);
      const lines = ids.map((line) => both(({ lines }) => lines[line]!, id));
      return { id, name: both(({ name }) => name, id), about: both(({ about }) => about, id), lines, ids };
    });
  };
  const areas = ['search', 'grids', 'puzzles'].map((area) => [area, read(area)]);
  return `export default ${JSON.stringify(Object.fromEntries(areas))};`;
};

interface Code {
  name: string;
  about: string;
  lines: Record<string, string>;
}

export function textModules(): Plugin {
  const modules: Record<string, () => string> = {
    'virtual:texts/techniques': () =>
      perLanguage((language) => ({
        ...readToml(language, 'logic.toml').names,
        ...readToml(language, 'learn.toml').topics,
      })),
    'virtual:errors': errors,
    'virtual:codes': codes,
    ...Object.fromEntries(['app', ...Object.keys(PARTS)].map((part) => [`virtual:texts/${part}`, () => texts(part)])),
  };
  return {
    name: 'texts',
    resolveId: (id) => (id in modules ? `\0${id}` : undefined),
    load(id) {
      for (const language of LANGUAGES) this.addWatchFile(new URL(`${language}.json`, CATALOGUES).pathname);
      return modules[id.slice(1)]?.();
    },
  };
}
