/** Reads a packed trace from chunks of any size. */

import { DamagedTrace, Trace, type Header, type Why } from './trace';

const MAGIC = 'SHUDUTR1';
const HEAD = 8;

export class Reader {
  trace: Trace | undefined;
  private bytes = new Uint8Array(0);
  private hasHeader = false;

  /** Add bytes. */
  push(more: Uint8Array): void {
    const joined = new Uint8Array(this.bytes.length + more.length);
    joined.set(this.bytes);
    joined.set(more, this.bytes.length);
    this.bytes = joined;
  }

  /** Read one section if it is complete; return whether it was. */
  next(): boolean {
    if (!this.hasHeader && !this.begin()) return false;
    if (this.bytes.length < HEAD) return false;
    const view = new DataView(this.bytes.buffer, this.bytes.byteOffset);
    const text = HEAD + view.getUint32(0, true);
    const end = text + 4 * view.getUint32(4, true);
    if (this.bytes.length < end) return false;
    this.take(JSON.parse(new TextDecoder().decode(this.bytes.subarray(HEAD, text))), this.bytes.slice(text, end));
    this.bytes = this.bytes.subarray(end);
    return true;
  }

  private begin(): boolean {
    if (this.bytes.length < MAGIC.length) return false;
    const magic = new TextDecoder().decode(this.bytes.subarray(0, MAGIC.length));
    if (magic !== MAGIC) throw new DamagedTrace(`a packed trace begins with ${MAGIC}, not ${magic}`);
    this.bytes = this.bytes.subarray(MAGIC.length);
    return (this.hasHeader = true);
  }

  private take(table: unknown, events: Uint8Array<ArrayBuffer>): void {
    if (!this.trace) this.trace = new Trace(table as Header);
    else if (Array.isArray(table)) this.trace.append(new Uint32Array(events.buffer), table as Why[]);
    else this.trace.seconds = (table as { seconds?: number }).seconds;
  }
}
