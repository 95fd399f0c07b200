// @vitest-environment jsdom
import { flushSync, mount, unmount } from 'svelte';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { comparison } from '../src/lab/methods/comparison';
import { large, percent } from '../src/lab/methods/format';
import Methods from '../src/lab/methods/Methods.svelte';
import { settings } from '../src/app/settings.svelte';

// jsdom has no layout, so charts keep their initial width.
globalThis.ResizeObserver ??= class {
  observe() {}
  unobserve() {}
  disconnect() {}
};

let page: ReturnType<typeof mount> | undefined;

function open(parts: string[] = []): HTMLElement {
  page = mount(Methods, { target: document.body, props: { parts } });
  flushSync();
  return document.body;
}

beforeEach(() => {
  settings.language = 'en';
});

afterEach(() => {
  if (page) void unmount(page);
  page = undefined;
  document.body.replaceChildren();
});

test('all seven methods were measured, and only uniform is fair', () => {
  expect(comparison.methods.map(({ method }) => method)).toEqual([
    'template',
    'backtrack',
    'search',
    'digits',
    'graded',
    'diagonal',
    'uniform',
  ]);
  expect(comparison.methods.filter(({ fair }) => fair).map(({ method }) => method)).toEqual(['uniform']);
  for (const one of comparison.methods) {
    expect(one.classes).toHaveLength(416);
    expect(one.classes.reduce((sum, share) => sum + share, 0)).toBeCloseTo(1, 3);
    expect(one.grids_per_second).toBeGreaterThan(0);
  }
});

test('every chart has its values as text', () => {
  const labels = [...open().querySelectorAll('[role=img]')].map((chart) => chart.getAttribute('aria-label')!);
  expect(labels).toHaveLength(8);
  expect(labels[0]).toContain('Template: 362,880');
  expect(labels[0]).toContain('Uniform (by number): 6.67·10²¹ (fair)');
  expect(labels.every((label) => label.length > 20)).toBe(true);
});

test('bar lengths are proportional', () => {
  const [, , distance] = open().querySelectorAll('figure.panel');
  const wide = [...distance!.querySelectorAll<HTMLElement>('.bar')].map((bar) => parseFloat(bar.style.width));
  expect(wide).toHaveLength(comparison.methods.length);
  comparison.methods.forEach((one, index) => expect(wide[index]).toBeCloseTo(100 * one.class_distance, 3));
});

test('the address selects the method', () => {
  const backtrack = comparison.methods[1]!;
  expect(open(['backtrack']).textContent).toContain(backtrack.bias.en);
  settings.language = 'zh';
  flushSync();
  expect(document.body.textContent).toContain(backtrack.bias.zh);
  expect(document.body.querySelector('[aria-current=true]')!.textContent).toContain(backtrack.name.zh);
});

test('number formats', () => {
  expect([362880, 6.670903752e21, 4.78e16].map(large)).toEqual(['362,880', '6.67·10²¹', '4.78·10¹⁶']);
  expect([percent(0.0811), percent(1, 0)]).toEqual(['8.1%', '100%']);
});
