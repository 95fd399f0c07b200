import { beforeEach, expect, test, vi } from 'vitest';

/** The parts of a browser that the router uses: the fragment changes at once, the event follows later. */
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

test('navigating shows the screen', () => {
  router.go('lab/make/uniform/7/40');
  address.tell();
  expect(router.route.current).toEqual({ screen: 'lab', rest: ['make', 'uniform', '7', '40'] });
});

test('updating the address keeps the screen', () => {
  router.rename('lab/make/uniform/7/41');
  router.rename('lab/make/uniform/7/42');
  expect(address.hash).toBe('#/lab/make/uniform/7/42');
  expect(router.route.current).toEqual({ screen: 'lab', rest: [] });
});

test('updating the address does not overwrite a pending navigation', () => {
  router.go('lab/make/graded/7');
  router.rename('lab/make/uniform/7/42');
  address.tell();
  expect(router.route.current.rest).toEqual(['make', 'graded', '7']);
  router.rename('lab/make/graded/7/1');
  expect(address.hash).toBe('#/lab/make/graded/7/1');
});

test('replacing a screen shows it at once', () => {
  router.replace('play/3');
  expect(router.route.current).toEqual({ screen: 'play', rest: ['3'] });
});
