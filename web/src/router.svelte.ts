/** The screen is in the fragment of the address: `#/play`, `#/enter`. No server is asked. */

export interface Route {
  screen: string;
  rest: string[];
}

/** The parts of a fragment. */
export function parse(hash: string): Route {
  const [screen = '', ...rest] = hash.replace(/^#\/?/, '').split('/');
  return { screen, rest };
}

let current = $state.raw<Route>(parse(typeof location === 'undefined' ? '' : location.hash));

export const route = {
  get current(): Route {
    return current;
  },
};

export const go = (path: string): void => {
  location.hash = `#/${path}`;
};

/** Another screen in place of this one: going back does not come here again. */
export const replace = (path: string): void => {
  history.replaceState(null, '', `#/${path}`);
  current = parse(location.hash);
};

if (typeof window !== 'undefined') window.addEventListener('hashchange', () => (current = parse(location.hash)));
