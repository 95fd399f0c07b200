/** The page's colours for what is drawn on a canvas; they change with the theme. */

const NAMES = [
  'grid',
  'given',
  'entry',
  'soft',
  'thin',
  'thick',
  'same',
  'accent',
  'error-ink',
  'error-fill',
  'good',
  'cause',
  'cause-ink',
  'eliminated',
  'eliminated-ink',
  'surface',
] as const;

export type Inks = Record<(typeof NAMES)[number], string>;

let known: Inks | null = null;
let changes = $state(0);

function forget(): void {
  known = null;
  changes++;
}

for (const query of ['(prefers-color-scheme: dark)', '(forced-colors: active)'])
  matchMedia(query).addEventListener('change', forget);
new MutationObserver(forget).observe(document.documentElement, { attributeFilter: ['data-theme'] });

/** The colours as they are now; asking makes the caller depend on the theme. */
export function inks(): Inks {
  void changes;
  return (known ??= read());
}

function read(): Inks {
  const probe = document.createElement('span');
  probe.style.forcedColorAdjust = 'none';
  document.body.append(probe);
  const found = NAMES.map((name) => {
    probe.style.color = `var(--${name})`;
    return [name, getComputedStyle(probe).color] as const;
  });
  probe.remove();
  return Object.fromEntries(found) as Inks;
}
