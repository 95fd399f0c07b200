/** Decides whether a screen or the focused element handles a key. */

const TYPED = 'textarea, select, input:not([type="range"], [type="checkbox"], [type="radio"])';
const PRESSED = 'button, a, summary, input, [role="tree"]';

/** Whether a screen should handle a key. Fields, buttons, trees and boards keep the keys they use. */
export function isForScreen(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.isComposing) return false;
  const target = event.target instanceof Element ? event.target : null;
  if (!target || target.closest(TYPED)) return false;
  if (event.code === 'Space' || event.code === 'Enter') return !target.closest(PRESSED);
  const arrows = /^(Arrow|Home|End)/.test(event.code);
  return !(arrows && target.closest('[role="grid"], [role="tree"], input[type="range"], input[type="radio"]'));
}
