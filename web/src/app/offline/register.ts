/** Register the service worker that keeps the app available offline. */

export function keepApp(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  addEventListener('load', () => {
    navigator.serviceWorker.register('./sw.js').catch(() => {
      // Without HTTPS or permission the app still works, but only online.
    });
  });
}
