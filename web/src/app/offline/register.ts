/** Register the service worker that keeps the app available offline. */

export function keepApp(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  if (document.readyState === 'complete') register();
  else addEventListener('load', register);
}

function register(): void {
  navigator.serviceWorker.register('./sw.js').catch(() => {
    // Without HTTPS or permission the app still works, but only online.
  });
}
