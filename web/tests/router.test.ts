import { beforeEach, expect, test, vi } from 'vitest';

/** The little of a browser that a router speaks to: the fragment changes at once, and is told of later. */
class Address {
  hash = '#/lab';
  private listeners: (() => void)[] = [];

  addEventListener = (_: string, listener: () => void) => void this.listeners.push(listener);
  replaceState = (_: unknown, __: string, hash: string) => void (this.hash = hash);
  tell = () => this.listeners.forEach((listener) => listener());
}

let address: Address;
let router: typeof import('../src/app/router.svelte');

beforeEach(async () => {
  address = new Address();
  vi.stubGlobal('location', address);
  vi.stubGlobal('history', address);
  vi.stubGlobal('window', address);
  vi.resetModules();
  router = await import('../src/app/router.svelte');
});

test('a screen that is asked for is shown', () => {
  router.go('lab/make/uniform/7/40');
  address.tell();
  expect(router.route.current).toEqual({ screen: 'lab', rest: ['make', 'uniform', '7', '40'] });
});

test('an address follows what is shown, and the screen stays', () => {
  router.rename('lab/make/uniform/7/41');
  router.rename('lab/make/uniform/7/42');
  expect(address.hash).toBe('#/lab/make/uniform/7/42');
  expect(router.route.current).toEqual({ screen: 'lab', rest: [] });
});

test('an address that follows does not overwrite one that has just been asked for', () => {
  router.go('lab/make/graded/7');
  router.rename('lab/make/uniform/7/42');
  address.tell();
  expect(router.route.current.rest).toEqual(['make', 'graded', '7']);
  router.rename('lab/make/graded/7/1');
  expect(address.hash).toBe('#/lab/make/graded/7/1');
});

test('a screen in place of another is shown at once', () => {
  router.replace('play/3');
  expect(router.route.current).toEqual({ screen: 'play', rest: ['3'] });
});
