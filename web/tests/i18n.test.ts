import { expect, test } from 'vitest';
import { fill } from '../src/i18n';
import en from '../src/i18n/en.json';
import { techniqueName } from '../src/i18n/names';
import zh from '../src/i18n/zh.json';
import { settings } from '../src/settings.svelte';

const placeholders = (text: string) => [...new Set([...text.matchAll(/\{(\w+)/g)].map((found) => found[1]))].sort();

test('both languages have the same keys in the same order', () => {
  expect(Object.keys(zh)).toEqual(Object.keys(en));
});

test.each(Object.keys(en))('%s has the same placeholders in both languages', (key) => {
  const [english, chinese] = [en, zh].map((texts) => (texts as Record<string, string>)[key]!);
  expect(placeholders(chinese!)).toEqual(placeholders(english!));
  expect(english).not.toBe('');
});

test('Chinese uses Chinese punctuation', () => {
  const plain = (text: string) => text.replace(/\{[^}]*\}/g, '');
  expect(Object.values(zh).filter((text) => /[\u4e00-\u9fff][,:;!?]|[,:;!?][\u4e00-\u9fff]/.test(plain(text)))).toEqual([]);
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
