import { expect, test } from 'vitest';
import { fill } from '../src/app/i18n';
import en from '../src/app/i18n/en.json';
import exchangeEn from '../src/app/i18n/exchange/en.json';
import exchangeZh from '../src/app/i18n/exchange/zh.json';
import gridsEn from '../src/app/i18n/grids/en.json';
import gridsZh from '../src/app/i18n/grids/zh.json';
import labEn from '../src/app/i18n/lab/en.json';
import labZh from '../src/app/i18n/lab/zh.json';
import { techniqueName } from '../src/app/i18n/names';
import zh from '../src/app/i18n/zh.json';
import { settings } from '../src/app/settings.svelte';

type Texts = Record<string, string>;
const CATALOGUES: [string, Texts, Texts][] = [
  ['the app', en, zh],
  ['exchange', exchangeEn, exchangeZh],
  ['grids', gridsEn, gridsZh],
  ['the lab', labEn, labZh],
];
const placeholders = (text: string) => [...new Set([...text.matchAll(/\{(\w+)/g)].map((found) => found[1]))].sort();

test.each(CATALOGUES)('%s has the same texts in both languages, with the same placeholders', (_, english, chinese) => {
  expect(Object.keys(chinese)).toEqual(Object.keys(english));
  for (const [key, text] of Object.entries(english)) {
    expect([key, placeholders(chinese[key]!)]).toEqual([key, placeholders(text)]);
    expect([key, text && chinese[key]]).not.toEqual([key, '']);
  }
});

test.each(CATALOGUES)('%s uses Chinese punctuation in Chinese', (_, __, chinese) => {
  const plain = (text: string) => text.replace(/\{[^}]*\}/g, '');
  expect(
    Object.values(chinese).filter((text) => /[\u4e00-\u9fff][,:;!?]|[,:;!?][\u4e00-\u9fff]/.test(plain(text))),
  ).toEqual([]);
});

test('placeholders are filled, and words follow the number', () => {
  expect(fill('{n} {n|cell is|cells are} empty', { n: 1 })).toBe('1 cell is empty');
  expect(fill('{n} {n|cell is|cells are} empty', { n: 3 })).toBe('3 cells are empty');
});

test('techniques are named in both languages', () => {
  settings.language = 'zh';
  expect(techniqueName('naked-single')).toBe('唯余');
  settings.language = 'en';
  expect(techniqueName('xy-wing')).toBe('XY-Wing');
});
