/** Requests a PDF. The answer consists of JSON lines with the progress and the size, then the PDF itself. */

import type { PrintRequest } from '../api/schema';
import { answer, api, withoutTimeout } from '../api/client';

export interface PrintProgress {
  done: number;
  of: number;
}

export interface Printed {
  pdf: Blob;
  seed: number;
  /** URLs of preview images of the first pages. */
  preview: string[];
}

/** The server's code for why there is no PDF. */
export class NotPrinted extends Error {
  constructor(
    readonly problem: string,
    message: string,
  ) {
    super(message);
  }
}

interface PdfMessage extends Partial<PrintProgress> {
  seed?: number;
  bytes?: number;
  preview?: string[];
  problem?: string;
  code?: string;
  message?: string;
}

/** Request a PDF; throws NotPrinted, ApiError, AbortError if stopped, or TypeError if the server cannot be reached. */
export async function makePdf(
  request: PrintRequest,
  signal: AbortSignal,
  onprogress: (progress: PrintProgress) => void,
): Promise<Printed> {
  const body = await answer(api.POST('/print', { body: request, parseAs: 'stream', signal, fetch: withoutTimeout }));
  const lines = new Lines(body!.getReader());
  let seed = 0;
  for (let message = await lines.next(); message; message = await lines.next()) {
    if (message.code?.startsWith('print.no-')) throw new NotPrinted('Unavailable', ''); // packages the server lacks
    if (message.problem) throw new NotPrinted(message.problem, message.message ?? '');
    if (message.seed !== undefined) seed = message.seed;
    if (message.done !== undefined) onprogress({ done: message.done, of: message.of ?? 0 });
    if (message.bytes !== undefined) {
      const pdf = new Blob(await lines.rest(), { type: 'application/pdf' });
      if (pdf.size !== message.bytes) break;
      return { pdf, seed, preview: (message.preview ?? []).map((picture) => `data:image/png;base64,${picture}`) };
    }
  }
  throw new NotPrinted('CutOff', 'the answer ended too soon');
}

/** Reads JSON lines from a stream, then the rest as bytes. */
class Lines {
  private buffer = new Uint8Array();

  constructor(private readonly reader: ReadableStreamDefaultReader<Uint8Array>) {}

  async next(): Promise<PdfMessage | null> {
    for (;;) {
      const end = this.buffer.indexOf(10);
      if (end >= 0) {
        const line = new TextDecoder().decode(this.buffer.subarray(0, end));
        this.buffer = this.buffer.slice(end + 1);
        return JSON.parse(line) as PdfMessage;
      }
      const { value, done } = await this.reader.read();
      if (done) return null;
      const longer = new Uint8Array(this.buffer.length + value.length);
      longer.set(this.buffer);
      longer.set(value, this.buffer.length);
      this.buffer = longer;
    }
  }

  async rest(): Promise<Uint8Array<ArrayBuffer>[]> {
    const parts = [this.buffer];
    for (;;) {
      const { value, done } = await this.reader.read();
      if (done) return parts as Uint8Array<ArrayBuffer>[];
      parts.push(value as Uint8Array<ArrayBuffer>);
    }
  }
}
