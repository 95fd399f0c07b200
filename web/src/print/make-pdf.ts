/** Requests a PDF. The answer is lines of JSON with the progress, then the size, then the PDF itself. */

import type { PrintRequest } from '../api/schema';
import { answer, api, withoutTimeout } from '../api/client';

export interface Progress {
  done: number;
  of: number;
}

export interface Printed {
  pdf: Blob;
  seed: number;
  /** Pictures of the first pages, as addresses. */
  preview: string[];
}

/** Why there is no PDF, by a word of the server's. */
export class NotPrinted extends Error {
  constructor(
    readonly problem: string,
    message: string,
  ) {
    super(message);
  }
}

interface Told extends Partial<Progress> {
  seed?: number;
  bytes?: number;
  preview?: string[];
  problem?: string;
  message?: string;
}

/** Makes a PDF; throws NotPrinted, ApiError, an AbortError if it was stopped, or TypeError if the server is away. */
export async function makePdf(
  wish: PrintRequest,
  signal: AbortSignal,
  ontold: (progress: Progress) => void,
): Promise<Printed> {
  const body = await answer(api.POST('/print', { body: wish, parseAs: 'stream', signal, fetch: withoutTimeout }));
  const lines = new Lines(body!.getReader());
  let seed = 0;
  for (let told = await lines.next(); told; told = await lines.next()) {
    if (told.problem) throw new NotPrinted(told.problem, told.message ?? '');
    if (told.seed !== undefined) seed = told.seed;
    if (told.done !== undefined) ontold({ done: told.done, of: told.of ?? 0 });
    if (told.bytes !== undefined) {
      const pdf = new Blob(await lines.rest(), { type: 'application/pdf' });
      if (pdf.size !== told.bytes) break;
      return { pdf, seed, preview: (told.preview ?? []).map((picture) => `data:image/png;base64,${picture}`) };
    }
  }
  throw new NotPrinted('CutOff', 'the answer ended too soon');
}

/** Lines of JSON out of a stream, and what comes after them. */
class Lines {
  private held = new Uint8Array();

  constructor(private readonly reader: ReadableStreamDefaultReader<Uint8Array>) {}

  async next(): Promise<Told | null> {
    for (;;) {
      const end = this.held.indexOf(10);
      if (end >= 0) {
        const line = new TextDecoder().decode(this.held.subarray(0, end));
        this.held = this.held.slice(end + 1);
        return JSON.parse(line) as Told;
      }
      const { value, done } = await this.reader.read();
      if (done) return null;
      const longer = new Uint8Array(this.held.length + value.length);
      longer.set(this.held);
      longer.set(value, this.held.length);
      this.held = longer;
    }
  }

  async rest(): Promise<Uint8Array<ArrayBuffer>[]> {
    const parts = [this.held];
    for (;;) {
      const { value, done } = await this.reader.read();
      if (done) return parts as Uint8Array<ArrayBuffer>[];
      parts.push(value as Uint8Array<ArrayBuffer>);
    }
  }
}
