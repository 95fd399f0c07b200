// Browsers start no workers for pages opened from a folder, so there the search of the site runs in a hidden frame.
if (location.protocol === "file:") {
  const PRELUDE = `
    self.postMessage = (data) => frameElement.worker.dispatchEvent(new MessageEvent("message", { data }));
    self.importScripts = async (...addresses) => {
      for (const address of addresses) {
        await new Promise((resolve, reject) => {
          const script = Object.assign(document.createElement("script"), { src: address, onload: resolve, onerror: reject });
          document.head.append(script);
        });
      }
    };`;
  window.Worker = window.IFrameWorker = class extends EventTarget {
    constructor(address) {
      super();
      const srcdoc = `<script>${PRELUDE}</script><script src="${address}"></script>`;
      const frame = Object.assign(document.createElement("iframe"), { hidden: true, srcdoc, worker: this });
      this.frame = new Promise((resolve) => (frame.onload = () => resolve(frame.contentWindow)));
      document.body.append(frame);
    }
    async postMessage(data) {
      (await this.frame).dispatchEvent(new MessageEvent("message", { data }));
    }
  };
}
