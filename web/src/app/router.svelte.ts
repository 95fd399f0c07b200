/** The router. The screen is in the fragment of the address, such as `#/play`, so the server never sees it. */

export interface Route {
  screen: string;
  rest: string[];
}

/** Split a fragment into its parts. */
export function parse(hash: string): Route {
  const [screen = '', ...rest] = hash.replace(/^#\/?/, '').split('/');
  return { screen, rest };
}

const address = (): string => (typeof location === 'undefined' ? '' : location.hash);

let read = address();
let current = $state.raw<Route>(parse(read));

function readAddress(): void {
  read = address();
  current = parse(read);
}

export const route = {
  get current(): Route {
    return current;
  },
};

export const go = (path: string): void => {
  location.hash = `#/${path}`;
};

/** Replace this screen in the history, so that going back skips it. */
export const replace = (path: string): void => {
  history.replaceState(null, '', `#/${path}`);
  readAddress();
};

/** Update the address without navigating. An address that was entered but not handled yet is left alone. */
export const rename = (path: string): void => {
  if (address() !== read) return;
  history.replaceState(null, '', `#/${path}`);
  read = address();
};

if (typeof window !== 'undefined') window.addEventListener('hashchange', readAddress);
