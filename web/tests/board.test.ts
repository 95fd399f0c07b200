// @vitest-environment jsdom
import { flushSync, mount, unmount } from 'svelte';
import { afterEach, expect, test, vi } from 'vitest';
import Board from '../src/board/Board.svelte';
import { isExtending, target } from '../src/board/navigate';
import { cellView, type CellView } from '../src/board/view';
import { CELLS } from '../src/shared/core/geometry';
import { setOf } from '../src/shared/core/digits';
import { settings } from '../src/app/settings.svelte';

let shown: Record<string, unknown> | undefined;
afterEach(() => {
  if (shown) void unmount(shown);
  shown = undefined;
});

function show(changes: Record<number, Partial<CellView>>, onchoose = vi.fn(), drags = true) {
  settings.language = 'en';
  const cells = CELLS.map((cell) => cellView(changes[cell]));
  shown = mount(Board, { target: document.body, props: { label: 'test', cells, current: 0, onchoose, drags } });
  flushSync();
  return (cell: number) => document.querySelector<HTMLElement>(`[data-cell='${cell}']`)!;
}

test('a grid of nine rows of nine cells with one tab stop', () => {
  show({});
  expect(document.querySelectorAll('[role=grid] > [role=row]')).toHaveLength(9);
  expect(document.querySelectorAll('[role=row] > [role=gridcell]')).toHaveLength(81);
  expect(document.querySelectorAll('[role=gridcell][tabindex="0"]')).toHaveLength(1);
});

test('labels contain position and content', () => {
  const cell = show({
    22: { digit: 7, given: true },
    23: { digit: 4, tones: ['error'] },
    24: { centre: setOf([2, 4]), corner: setOf([9]) },
  });
  expect(cell(22).ariaLabel ?? cell(22).getAttribute('aria-label')).toBe('row 3, column 5, box 2, given 7');
  expect(cell(22).getAttribute('aria-readonly')).toBe('true');
  expect(cell(23).getAttribute('aria-label')).toBe('row 3, column 6, box 2, 4, conflict');
  expect(cell(24).getAttribute('aria-label')).toBe('row 3, column 7, box 3, empty, candidates 2, 4, corner marks 9');
});

test('draws any view, valid or not', () => {
  const cell = show({ 0: { digit: 5 }, 1: { digit: 5 } });
  expect([cell(0), cell(1)].map((element) => element.textContent?.trim())).toEqual(['5', '5']);
  expect(cell(0).className).not.toContain('error');
});

test('arrows and modifiers select cells', () => {
  const onchoose = vi.fn();
  const cell = show({}, onchoose);
  cell(0).dispatchEvent(new KeyboardEvent('keydown', { code: 'ArrowRight', shiftKey: true, bubbles: true }));
  expect(onchoose).toHaveBeenLastCalledWith(1, { extend: true, toggle: false });
  cell(0).dispatchEvent(new KeyboardEvent('keydown', { code: 'End', ctrlKey: true, bubbles: true }));
  expect(onchoose).toHaveBeenLastCalledWith(80, { extend: false, toggle: false });
});

test.each([
  ['ArrowLeft', 0, 0],
  ['ArrowUp', 8, 8],
  ['ArrowRight', 8, 8],
  ['ArrowDown', 80, 80],
  ['Home', 40, 36],
  ['End', 40, 44],
])('%s from %i leads to %i: nothing wraps', (code, from, to) => {
  expect(target(new KeyboardEvent('keydown', { code }), from)).toBe(to);
});

test('arrows with Alt are left to the browser', () => {
  expect(target(new KeyboardEvent('keydown', { code: 'ArrowLeft', altKey: true }), 40)).toBe(null);
});

test.each([
  ['ArrowLeft', {}, false],
  ['ArrowLeft', { shiftKey: true }, true],
  ['ArrowLeft', { ctrlKey: true }, true],
  ['Home', { shiftKey: true }, true],
  ['Home', { ctrlKey: true }, false],
])('%s with %j extends the selection: %s', (code, held, expected) => {
  expect(isExtending(new KeyboardEvent('keydown', { code, ...held }))).toBe(expected);
});
