/**
 * Progress in learning: records as lines of text, and what follows from them.
 *
 * The twin of `shudu/learn/review.py`, which explains the records; golden data checks that both agree. The records live in this
 * browser; `learn/sync.ts` exchanges them with the server.
 */

import { load, save } from './storage';

export const DAY = 86_400_000;
const INTERVALS = [1, 3, 7, 16, 35, 80]; // days
const LEARNED_AFTER = 3; // right answers in a row
const QUICK = 15_000; // milliseconds in which a placement is seen at once
const QUICK_REMOVAL = 45_000;
const MISS = 2; // finds that one miss takes away
const MOST_KEPT = 20_000;
const RECORD = /^(\d{1,15}) ([a-z0-9-]{2,48}) (lesson|right|helped|wrong|found|hint) (\d{1,4}) (\d{1,9})$/;

export type RecordKind = 'lesson' | 'right' | 'helped' | 'wrong' | 'found' | 'hint';
export type Sight = 'new' | 'quick' | 'slow' | 'missed';

/** What the fold needs to know about the path. */
export interface PathTopic {
  id: string;
  chapter: string;
  needs: readonly string[];
}

export interface TopicProgress {
  read: boolean;
  right: number;
  wrong: number;
  /** Right answers since the last wrong one or hint. */
  streak: number;
  /** The number of reviews passed; 0 while the topic is not learned. */
  box: number;
  due: number | null;
  found: number;
  hints: number;
  /** Milliseconds per right drill or find; the last record counts a quarter. */
  pace: number | null;
  /** Above 0 if it was found lately without a miss; a miss outweighs all finds before it, and takes three to make good. */
  balance: number;
}

export type Progress = ReadonlyMap<string, TopicProgress>;

const NOTHING: TopicProgress = {
  read: false,
  right: 0,
  wrong: 0,
  streak: 0,
  box: 0,
  due: null,
  found: 0,
  hints: 0,
  pace: null,
  balance: 0,
};

interface Parsed {
  at: number;
  topic: string;
  kind: RecordKind;
  times: number;
  time: number;
}

const parse = (line: string): Parsed | null => {
  const match = RECORD.exec(line);
  if (!match) return null;
  const [, at, topic, kind, times, time] = match;
  return { at: Number(at), topic: topic!, kind: kind as RecordKind, times: Number(times), time: Number(time) };
};

const text = ({ at, topic, kind, times, time }: Parsed): string => `${at} ${topic} ${kind} ${times} ${time}`;

const ascending = (one: Parsed, other: Parsed): number =>
  one.at - other.at ||
  compare(one.topic, other.topic) ||
  compare(one.kind, other.kind) ||
  one.times - other.times ||
  one.time - other.time;
const compare = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);

/** Return the progress in each topic of the path. Lines may come in any order; repetitions count once. */
export function readProgress(lines: Iterable<string>, path: readonly PathTopic[]): Map<string, TopicProgress> {
  const progress = new Map(path.map(({ id }) => [id, NOTHING]));
  const records = [...new Set(lines)].map(parse).filter((record) => record !== null);
  for (const record of records.sort(ascending)) {
    const before = progress.get(record.topic);
    if (before) progress.set(record.topic, after(before, record));
  }
  return progress;
}

function after(before: TopicProgress, { at, kind, times, time }: Parsed): TopicProgress {
  const learned = isLearned(before);
  const last = Math.floor(time / Math.max(1, times));
  const pace = before.pace === null ? last : Math.floor((3 * before.pace + last) / 4);
  const better = Math.min(3, before.balance + 1);
  const worse = Math.max(-2 * MISS, Math.min(0, before.balance) - MISS);
  switch (kind) {
    case 'lesson':
      return { ...before, read: true };
    case 'found':
      return { ...before, found: before.found + times, pace, balance: better };
    case 'hint': {
      const hints = before.hints + times;
      return { ...before, hints, streak: 0, box: learned ? 1 : 0, due: learned ? at : null, balance: worse };
    }
    case 'wrong': {
      const wrong = before.wrong + 1;
      return { ...before, wrong, streak: 0, box: learned ? 1 : 0, due: learned ? at + DAY : null, balance: worse };
    }
    case 'helped': // found, but not at once
      return { ...before, right: before.right + 1, pace, balance: Math.min(0, before.balance) };
    case 'right': {
      const right = { ...before, right: before.right + 1, pace, balance: better };
      return { ...right, ...schedule(before, at) };
    }
  }
}

function schedule({ streak, box, due }: TopicProgress, at: number): Pick<TopicProgress, 'streak' | 'box' | 'due'> {
  const passes = box ? due !== null && at >= due : streak + 1 >= LEARNED_AFTER;
  if (!passes) return { streak: streak + 1, box, due };
  const days = INTERVALS[Math.min(box + 1, INTERVALS.length) - 1]!;
  return { streak: streak + 1, box: box + 1, due: at + days * DAY };
}

export const isLearned = ({ box }: TopicProgress): boolean => box > 0;
export const isStarted = ({ read, right, wrong }: TopicProgress): boolean => read || right + wrong > 0;

/** How the learner sees the technique. */
export function sightOf(progress: TopicProgress, chapter: string): Sight {
  const { pace } = progress;
  if (pace === null) return progress.wrong || progress.hints ? 'missed' : 'new';
  if (progress.balance <= -MISS) return 'missed';
  const quick = chapter === 'scanning' || chapter === 'notes' ? QUICK : QUICK_REMOVAL;
  return progress.balance > 0 && pace <= quick ? 'quick' : 'slow';
}

/** Return the learned topics whose review is due, those that wait longest first. */
export const dueTopics = (progress: Progress, now: number): string[] =>
  [...progress]
    .filter(([, { due }]) => due !== null && due <= now)
    .sort(([one, { due: first }], [other, { due: second }]) => first! - second! || compare(one, other))
    .map(([id]) => id);

/** Return the topics that are learned, in the order of the path. */
export const knownTopics = (progress: Progress): string[] =>
  [...progress].filter(([, topic]) => isLearned(topic)).map(([id]) => id);

/** Return the first topic that is not learned and whose prerequisites are. */
export function nextTopic(progress: Progress, path: readonly PathTopic[]): string | null {
  const known = new Set(knownTopics(progress));
  return path.find(({ id, needs }) => !known.has(id) && needs.every((name) => known.has(name)))?.id ?? null;
}

let lines = $state.raw(load<string[]>('learn', []));

/** The records in this browser. */
export const learning = {
  get lines(): readonly string[] {
    return lines;
  },
};

/** Add a record of something that happened now. */
export function record(topic: string, kind: RecordKind, time = 0, times = 1): void {
  const spent = Math.max(0, Math.min(Math.round(time), 999_999_999));
  addLines([text({ at: Date.now(), topic, kind, times, time: spent })]);
}

/** Add records; those that are here already are skipped. */
export function addLines(more: readonly string[]): void {
  const known = new Set(lines);
  const fresh = more.filter((line) => RECORD.test(line) && !known.has(line));
  if (!fresh.length) return;
  lines = [...lines, ...fresh].slice(-MOST_KEPT);
  save('learn', lines);
}
