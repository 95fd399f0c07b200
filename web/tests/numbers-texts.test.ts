import { expect, test } from 'vitest';
import en from '../src/i18n/grids/en.json';
import zh from '../src/i18n/grids/zh.json';

const placeholders = (text: string) => [...new Set([...text.matchAll(/\{(\w+)/g)].map((found) => found[1]))].sort();

test('both languages have the same texts, with the same placeholders', () => {
  expect(Object.keys(zh)).toEqual(Object.keys(en));
  for (const key of Object.keys(en) as (keyof typeof en)[]) {
    expect([key, placeholders(zh[key])]).toEqual([key, placeholders(en[key])]);
    expect(en[key] && zh[key]).not.toBe('');
  }
});

test('Chinese uses Chinese punctuation', () => {
  const plain = (text: string) => text.replace(/\{[^}]*\}/g, '');
  expect(Object.values(zh).filter((text) => /[\u4e00-\u9fff][,:;!?]|[,:;!?][\u4e00-\u9fff]/.test(plain(text)))).toEqual([]);
});
