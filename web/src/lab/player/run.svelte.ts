/** A run being received: the request and the trace so far. */

import type { GenerationTraceRequest, TraceRequest } from '../../api/schema';
import { answer, api, ApiError, withoutTimeout } from '../../api/client';
import { isDigging, type Code } from '../setup/codes';
import { runHere } from '../local/run';
import { Reader } from '../trace/reader';
import type { Trace } from '../trace/trace';
import { Tree } from '../trace/tree';

/** `cut`: the stream ended before the run did. */
export type Phase = 'waiting' | 'receiving' | 'done' | 'cut' | 'away' | 'busy' | 'refused' | 'damaged';

/** The request and its endpoint. */
export type RunRequest = { path: 'trace'; body: TraceRequest } | { path: 'trace/making'; body: GenerationTraceRequest };

const SLICE = 8; // milliseconds of reading before the page may respond
const LONG = 2000; // events; shorter runs arrive in a moment

export class Run {
  readonly tree = new Tree();
  /** Known from the first chunk on. */
  trace: Trace | undefined = $state.raw();
  /** Updated as the trace grows, at most once per frame. */
  length = $state(0);
  phase: Phase = $state('waiting');
  /** The server's answer if it rejects the request. */
  refusal: ApiError | null = $state.raw(null);
  private readonly reader = new Reader();
  private readonly leaving = new AbortController();
  private drawing = 0;

  constructor(
    readonly code: Code,
    readonly request: RunRequest,
  ) {}

  get isOver(): boolean {
    return this.phase !== 'waiting' && this.phase !== 'receiving';
  }

  /** Whether its views have their final layout: all of a short run has arrived, or the beginning of a long one. */
  get hasBegun(): boolean {
    return this.isOver || this.length >= LONG;
  }

  /** Receive the whole run. */
  async receive(): Promise<void> {
    try {
      this.phase = await this.read();
    } catch (error) {
      if (this.leaving.signal.aborted) return;
      if (error instanceof ApiError) return this.refuse(error);
      if (this.trace) this.phase = error instanceof TypeError ? 'cut' : 'damaged';
      else await this.runHere();
    }
    this.show();
  }

  /** Report the server's answer, but make the run here if the server is only busy. */
  private async refuse(error: ApiError): Promise<void> {
    if (error.isBusy) await this.runHere();
    if (this.phase !== 'done') {
      this.refusal = error;
      this.phase = error.isBusy ? 'busy' : 'refused';
    }
    this.show();
  }

  /** Without a server, make the run here if the page knows how. */
  private async runHere(): Promise<void> {
    const trace = await runHere(this.code, this.request.body as TraceRequest & GenerationTraceRequest).catch(
      () => null,
    );
    if (trace) this.tree.take(trace.words, trace.length);
    this.trace = trace ?? undefined;
    this.length = trace?.length ?? 0;
    this.phase = trace ? 'done' : 'away';
  }

  /** Whether this run digs holes. */
  get digs(): boolean {
    return isDigging(this.code.id);
  }

  /** Stop receiving; the server notices and stops working. */
  leave(): void {
    this.leaving.abort();
    cancelAnimationFrame(this.drawing);
  }

  private async read(): Promise<Phase> {
    const body = (await this.send())!.getReader();
    this.phase = 'receiving';
    for (;;) {
      const { done, value } = await body.read();
      if (done) return this.trace?.stopped ? 'done' : 'cut';
      this.reader.push(value);
      await this.takePieces();
    }
  }

  private send(): Promise<ReadableStream<Uint8Array> | null | undefined> {
    const options = { parseAs: 'stream', signal: this.leaving.signal, fetch: withoutTimeout } as const;
    const { path, body } = this.request;
    return path === 'trace'
      ? answer(api.POST('/trace', { body, ...options }))
      : answer(api.POST('/trace/making', { body, ...options }));
  }

  private async takePieces(): Promise<void> {
    let began = performance.now();
    while (this.reader.next()) {
      this.trace ??= this.reader.trace!;
      this.tree.take(this.trace.words, this.trace.length);
      this.drawing ||= requestAnimationFrame(() => this.show());
      if (performance.now() - began < SLICE) continue;
      await new Promise((resolve) => setTimeout(resolve));
      began = performance.now();
    }
  }

  private show(): void {
    this.drawing = 0;
    this.length = this.trace?.length ?? 0;
  }
}
