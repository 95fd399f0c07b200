/** Installing the page as an app: browsers that can do it announce it, and ask the player on request. */

/** The event of Chromium; other browsers install from their own menu. */
interface InstallEvent extends Event {
  prompt(): Promise<void>;
}

let offered = $state.raw<InstallEvent | null>(null);

if (typeof window !== 'undefined') {
  window.addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault(); // the page has a button of its own
    offered = event as InstallEvent;
  });
  window.addEventListener('appinstalled', () => (offered = null));
}

export const installation = {
  get isOffered(): boolean {
    return offered !== null;
  },

  /** Ask the player; afterwards the offer is used up. */
  async ask(): Promise<void> {
    const event = offered;
    offered = null;
    await event?.prompt();
  },
};
