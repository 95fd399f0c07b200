/** Asks the browser to keep the app, where it can. */

export function keepApp(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  addEventListener('load', () => {
    navigator.serviceWorker.register('./sw.js').catch(() => {
      // Not served over HTTPS or not allowed: the app works, only not without the network.
    });
  });
}
