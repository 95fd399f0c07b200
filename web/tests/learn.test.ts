/** Learning: progress and the checker agree with the Python side, lessons and drills follow the learner. */

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { DrillOut, LessonOut } from '../src/api/schema';
import { parseGame, play, startGame } from '../src/game/game';
import { check } from '../src/learn/checker';
import { namedCandidates, readPosition } from '../src/learn/drawing';
import { Practice } from '../src/learn/practice.svelte';
import { Walk } from '../src/learn/walk.svelte';
import { assessGame } from '../src/play/session/skill';
import { readGrid } from '../src/shared/core/grid-text';
import { dueTopics, isLearned, nextTopic, readProgress, sightOf, type PathTopic } from '../src/shared/learning.svelte';
import { kernel, PUZZLE } from './kernel';

const read = <T>(name: string): T => JSON.parse(readFileSync(`../tests/data/${name}`, 'utf8')) as T;

interface GoldenProgress {
  records: string[];
  now: number;
  due: string[];
  next: string;
  progress: Record<string, Record<string, unknown>>;
}
interface GoldenDrills {
  path: PathTopic[];
  lesson: LessonOut;
  drills: (DrillOut & {
    claims: { places: string[]; removes: string[]; cells: string[]; kind: string; reason: string }[];
  })[];
}
const golden = read<GoldenDrills>('learn-drills.json');
const cellOf = (name: string) => 9 * (Number(name[1]) - 1) + Number(name[3]) - 1;

describe('progress', () => {
  it.each(read<GoldenProgress[]>('learn-progress.json'))('agrees with the Python side', (golden_) => {
    const progress = readProgress(golden_.records, golden.path);
    for (const [id, expected] of Object.entries(golden_.progress)) {
      const each = progress.get(id)!;
      const { chapter } = golden.path.find((topic) => topic.id === id)!;
      const found = { ...each, learned: isLearned(each), sight: sightOf(each, chapter) };
      expect(found).toEqual(expected);
    }
    expect(dueTopics(progress, golden_.now)).toEqual(golden_.due);
    expect(nextTopic(progress, golden.path)).toEqual(golden_.next);
  });
});

describe('the checker', () => {
  it.each(golden.drills)('agrees with the Python side on $topic', (drill) => {
    const here = namedCandidates(readPosition(drill.position));
    for (const claim of drill.claims) {
      const { kind, reason } = check(drill, here, claim);
      expect({ kind, reason }).toEqual({ kind: claim.kind, reason: claim.reason });
    }
  });
});

describe('a lesson', () => {
  it('goes on when the right cells are tapped, and objects to others', () => {
    let finished = 0;
    const walk = new Walk(golden.lesson, () => finished++);
    for (const screen of golden.lesson.screens) {
      const other = [...Array(81).keys()].find((cell) => !screen.cells.map(cellOf).includes(cell))!;
      if (screen.kind !== 'place') {
        walk.tap(other);
        expect(walk.objection).not.toBe('');
      }
      for (const cell of screen.kind === 'any' ? screen.cells.slice(0, 1) : screen.cells) walk.tap(cellOf(cell));
      if (screen.kind === 'place') walk.press(Number(screen.candidates[0]![0]));
    }
    expect([walk.finished, finished, walk.words]).toEqual([true, 1, golden.lesson.remember]);
  });

  it('says why a cell is wrong, if that is plain to see', () => {
    const walk = new Walk(golden.lesson, () => {});
    const [screen] = golden.lesson.screens;
    const { digits, candidates } = walk.position;
    const cells = [...Array(81).keys()];
    walk.tap(cells.find((cell) => digits[cell])!);
    expect(walk.objection).toContain('learn.filled');
    walk.tap(cells.find((cell) => candidates[cell] && !(candidates[cell]! & (1 << screen!.digit)))!);
    expect(walk.objection).toContain('learn.lacks');
    const inHouse = screen!.houses.map((house) => Number(house[1]) - 1);
    const place = screen!.houses[0]![0] === 'r' ? (cell: number) => Math.floor(cell / 9) : (cell: number) => cell % 9;
    walk.tap(cells.find((cell) => candidates[cell]! & (1 << screen!.digit) && !inHouse.includes(place(cell)))!);
    expect(walk.objection).toContain('learn.outside');
  });
});

describe('a set of drills', () => {
  const verdicts = {
    right: 'Yes! {name}',
    other: 'No: {candidates}',
    named: 'Right. {question}',
    'not-here': 'No {name}.',
  };
  const texts = { verdicts, topics: new Map(), mixed: null };

  it('accepts the answer and counts it', () => {
    const practice = new Practice(golden.drills, texts);
    for (const drill of golden.drills) {
      const [answer] = drill.answers;
      for (const cell of drill.marks_pattern ? answer!.pattern : []) practice.choose(cellOf(cell));
      practice.mode = 'remove';
      const last = (each: string) => namedCandidates(readPosition(drill.position)).get(each.slice(1))!;
      const left = answer!.removes.flatMap((each) => last(each).filter((other) => !answer!.removes.includes(other)));
      for (const each of drill.writes ? [] : answer!.removes) {
        practice.choose(cellOf(each.slice(1)));
        practice.press(Number(each[0]));
      }
      for (const each of drill.writes ? [...answer!.places, ...left].slice(0, 1) : []) {
        practice.choose(cellOf(each.slice(1)));
        practice.press(Number(each[0]));
      }
      if (!practice.answered) practice.check();
      expect(practice.feedback?.kind).toBe('right');
      expect(practice.drawn).not.toBeNull();
      practice.next();
    }
    expect(practice.drill).toBeNull();
    expect(practice.results.every(({ outcome }) => outcome === 'right')).toBe(true);
  });

  it('asks for the technique first in a mixed set', () => {
    const drill = { ...golden.drills[0]!, absent: ['swordfish', 'aic', 'w-wing', 'pointing'] };
    const topics = new Map([['aic', { name: 'AIC', spot: '' }]]);
    const mixed = { question: 'Which?', known: ['aic', 'pointing', 'w-wing'] };
    const practice = new Practice([drill], { verdicts, topics, mixed });
    expect([...practice.choices].sort()).toEqual(['aic', 'pointing', 'w-wing', drill.topic].sort());
    expect(practice.words).toBe('Which?');
    practice.press(5);
    practice.check();
    expect([practice.isClean, practice.feedback]).toEqual([true, null]);
    practice.chooseName('aic');
    expect(practice.words).toBe('No AIC.');
    practice.chooseName(drill.topic);
    expect([practice.naming, practice.words]).toEqual([false, `Right. ${drill.question}`]);
    const [answer] = drill.answers;
    for (const cell of drill.marks_pattern ? answer!.pattern : []) practice.choose(cellOf(cell));
    practice.mode = 'remove';
    for (const each of drill.writes ? answer!.places : answer!.removes) {
      practice.choose(cellOf(each.slice(1)));
      practice.press(Number(each[0]));
    }
    if (!practice.answered) practice.check();
    expect(practice.reason).toBe(answer!.sentence);
    expect(practice.results.map(({ outcome }) => outcome)).toEqual(['slipped']); // the first name was wrong
  });

  it('counts a shown answer as missed', () => {
    const practice = new Practice(golden.drills.slice(0, 1), texts);
    practice.giveUp();
    expect(practice.words).toBe('learn.shown');
    expect(practice.reason).toBe(golden.drills[0]!.answers[0]!.sentence);
    expect(practice.results.map(({ outcome }) => outcome)).toEqual(['shown']);
  });

  it('lights up the houses of an answer first, and counts it as found with help', () => {
    const drill = golden.drills.find(({ topic }) => topic === 'full-house')!;
    const practice = new Practice([drill], texts);
    const lit = () => practice.cells.filter(({ tones }) => tones.includes('look')).length;
    expect(lit()).toBe(0);
    practice.giveHint();
    expect([practice.words, lit()]).toEqual(['learn.hinted', 9]);
    practice.choose(cellOf(drill.answers[0]!.places[0]!.slice(1)));
    practice.press(Number(drill.answers[0]!.places[0]![0]));
    expect(practice.results.map(({ outcome }) => outcome)).toEqual(['helped']);
  });
});

interface GoldenGame {
  game: string;
  started: number;
  records: string[];
}

describe('a game without the server', () => {
  it.each(read<GoldenGame[]>('learn-games.json'))(
    'says what the server would say',
    async ({ game, started, records }) => {
      expect(await assessGame(await kernel(), parseGame(game), started)).toEqual(records);
    },
  );

  it('counts a hint against the easiest technique, and not what follows it', async () => {
    const start = startGame(readGrid(PUZZLE));
    const hinted = play(play(play(start, 'hint:1', 0), 'hint:2', 10), 'r4c1=6', 9000);
    expect(await assessGame(await kernel(), hinted, 0)).toEqual(['9000 pointing hint 1 0']);
  });

  it('says nothing about a puzzle with several solutions', async () => {
    expect(await assessGame(await kernel(), play(startGame(Array(81).fill(0)), 'r1c1=5', 9), 0)).toEqual([]);
  });
});
