import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { expect, test } from 'vitest';
import { ApiError } from '../src/api/client';
import { fill, joinSentences } from '../src/app/i18n';
import en from '../src/app/i18n/en.json';
import { errorText, render } from '../src/app/i18n/errors.svelte';
import { languageName, techniqueName } from '../src/app/i18n/names';
import zh from '../src/app/i18n/zh.json';
import { settings } from '../src/app/settings.svelte';
import { PARTS, partOf } from '../vite.texts';

type Texts = Record<string, string>;
const english: Texts = en;
const chinese: Texts = zh;
const placeholders = (text: string) => [...new Set([...text.matchAll(/\{(\w+)/g)].map((found) => found[1]))].sort();

const sources = new Map(
  readdirSync('src', { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(ts|svelte)$/.test(name) && name !== 'api/schema.ts')
    .map((name) => [normalize(join('src', name)), readFileSync(join('src', name), 'utf8')]),
);

test('both languages have the same texts, with the same placeholders', () => {
  expect(Object.keys(chinese)).toEqual(Object.keys(english));
  for (const [key, text] of Object.entries(english)) {
    expect([key, placeholders(chinese[key]!)]).toEqual([key, placeholders(text)]);
    expect([key, text && chinese[key]]).not.toEqual([key, '']);
  }
});

test('Chinese texts use Chinese punctuation', () => {
  const plain = (text: string) => text.replace(/\{[^}]*\}/g, '');
  const mixed = /[\u4e00-\u9fff][,:;!?]|[,:;!?][\u4e00-\u9fff]/;
  expect(Object.values(chinese).filter((text) => mixed.test(plain(text)))).toEqual([]);
});

test('every text is used', () => {
  const code = [...sources.values()].join('\n');
  const prefixes = [...code.matchAll(/`([\w.]+[.\w])\$\{/g)].map((found) => found[1]!);
  const isUsed = (key: string) => code.includes(`'${key}'`) || prefixes.some((prefix) => key.startsWith(prefix));
  const composed = ['lab.dig.', 'lab.counter.', 'language.']; // `lab.${…}.${name}`
  expect(
    Object.keys(english).filter((key) => !isUsed(key) && !composed.some((prefix) => key.startsWith(prefix))),
  ).toEqual([]);
});

/** Return the file that an import refers to. */
function resolve(from: string, path: string): string | undefined {
  const base = normalize(join(dirname(from), path));
  return [base, `${base}.ts`, join(base, 'index.ts')].find((name) => sources.has(name));
}

const imports = (file: string, pattern: RegExp): string[] =>
  [...sources.get(file)!.matchAll(pattern)].flatMap(([, path]) => resolve(file, path!) ?? []);

/** Return the files a module imports statically. */
function closure(root: string): Set<string> {
  const files = new Set([root]);
  for (const file of files) for (const found of imports(file, /(?:from|import) '(\.[^']*)'/g)) files.add(found);
  return files;
}

// Only components: other lazily loaded modules belong to the component that loads them.
const dynamicRoots = [...sources.keys()].flatMap((file) => imports(file, /import\('(\.[^']*\.svelte)'\)/g));

test.each(['src/app/main.ts', ...new Set(dynamicRoots)])('%s loads the texts it shows', (root) => {
  const files = [...closure(root)].map((file) => sources.get(file)!);
  const loaded = new Set(
    files.flatMap((code) => [...code.matchAll(/'virtual:texts\/(\w+)'/g)].map((found) => found[1]!)),
  );
  const lazySections = Object.values(PARTS).flat();
  const keys = files.flatMap((code) => [...code.matchAll(/\bt\(\s*['`](\w+\.[\w.]+)/g)].map((found) => found[1]!));
  const missing = keys.filter((key) => lazySections.includes(key.split('.')[0]!) && !loaded.has(partOf(key)));
  expect(missing).toEqual([]);
});

test('no code tests for Chinese', () => {
  expect([...sources].filter(([, code]) => /[!=]== '(zh|en)'/.test(code)).map(([name]) => name)).toEqual([]);
});

test('placeholders are filled and plurals selected', () => {
  expect(fill('{n} {n|cell is|cells are} empty', { n: 1 })).toBe('1 cell is empty');
  expect(fill('{n} {n|cell is|cells are} empty', { n: 3 })).toBe('3 cells are empty');
});

test('a space separates Chinese from letters and figures that are filled in', () => {
  expect(fill('练习{name}', { name: 'XY 翼' })).toBe('练习 XY 翼');
  expect(fill('练习{name}，{n} 次', { name: '摩天楼', n: 3 })).toBe('练习摩天楼，3 次');
});

test('sentences are joined as the language does', () => {
  expect(joinSentences(['One.', 'Two.', 'Three.'])).toBe('One. Two. Three.');
  settings.language = 'zh';
  expect(joinSentences(['一。', '二。'])).toBe('一。二。');
  settings.language = 'en';
});

test('techniques and languages have names', () => {
  settings.language = 'zh';
  expect(techniqueName('naked-single')).toBe('唯余');
  settings.language = 'en';
  expect(techniqueName('xy-wing')).toBe('XY-Wing');
  expect([languageName('en'), languageName('zh')]).toEqual(['English', '中文']);
});

test('errors of the Python package are rendered from their code and fields', async () => {
  const problem = {
    code: 'core.language',
    message: 'in English',
    detail: { language: '“xx”', languages: ['en', 'zh'] },
  };
  const error = new ApiError(422, problem);
  expect(errorText(error)).toBe('in English'); // until the templates are loaded
  await import('virtual:errors');
  settings.language = 'zh';
  await expect.poll(() => errorText(error)).toContain('“xx”');
  expect(errorText(error)).toContain('en、zh');
  settings.language = 'en';
  expect(errorText(new ApiError(500, { message: 'Unknown.' }))).toBe('Unknown.');
});

test('templates select plurals and group digits', () => {
  expect(render({ one: '{n} cell', other: '{n:,} cells' }, { n: 1 })).toBe('1 cell');
  expect(render({ one: '{n} cell', other: '{n:,} cells' }, { n: 1234 })).toBe('1,234 cells');
});
