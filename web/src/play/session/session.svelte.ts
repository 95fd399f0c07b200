/** A game on the screen: the moves, and what is not part of them (selection, mode, panels). */

import type { StepHint } from '../../api/schema';
import { has, listOf } from '../../shared/core/digits';
import { CELLS, HOUSES_OF, cellName, type Cell, type Digit } from '../../shared/core/geometry';
import { clashingCells, isFull, missingIn } from '../../shared/core/rules';
import { t } from '../../app/i18n';
import { cellWords, houseName } from '../../app/i18n/names';
import { candidates, COLOURS } from '../../game/board';
import { lastAt, parseGame, play, timePlayed, type CheckMode, type Game } from '../../game/game';
import { againstSolution, stepsBack, type Fits } from '../../game/mistakes';
import { BadMove, onCellsText, parseCell, shownName } from '../../game/move';
import { settings } from '../../app/settings.svelte';
import { afterPaint, doNow } from '../../shared/after-paint';
import { announce } from '../../shared/announce.svelte';
import { clock } from '../../shared/time';
import { askHint, drawingOf, isWrongEntry, mistaken, wordsOf, type Drawing } from './hint';
import type { PathStep } from '../panels/solution-path';
import { Sender } from './sender.svelte';
import { keyOf, loadGame, writeGame, type SavedGame } from '../saved-games';

export const MODES = ['digit', 'corner', 'centre', 'colour'] as const;
export type Mode = (typeof MODES)[number];
export type Panel = 'hint' | 'checkpoints' | 'options' | 'share' | 'result' | 'path' | null;

const LONGEST_GAP = 60_000; // milliseconds between two moves after which a game opened again was away
const NO_CELLS: ReadonlySet<Cell> = new Set();
const NOTHING = () => '';

export class Session {
  game: Game = $state.raw(null!);
  /** The game as the screen shows it: a cell written to is seen at once, all that follows from it a frame later. */
  settled: Game = $state.raw(null!);
  current: Cell = $state(0);
  selection: ReadonlySet<Cell> = $state.raw(NO_CELLS);
  mode: Mode = $state('digit');
  /** The digit that a press on a cell writes, when digits come first. */
  sticky: Digit = $state(0);
  /** The digit looked for, 0 for none. */
  filter: Digit = $state(0);
  panel: Panel = $state(null);
  /** Entries found wrong by `check now`, until the next move. */
  found: ReadonlySet<Cell> = $state.raw(NO_CELLS);
  /** The cell whose candidates were asked for, until the next move. */
  told: Cell | null = $state(null);
  /** The step the server found, while its levels are being opened. */
  hint: StepHint | null = $state.raw(null);
  asking = $state(false);
  /** The step of a logician's path that is on the board in place of the game. */
  review: PathStep | null = $state.raw(null);
  readonly sender: Sender;
  private said: () => string = $state.raw(NOTHING);
  /** What was said last, in the language of now. */
  readonly message = $derived(this.said());
  kept = $state(true);
  now = $state(0);

  readonly paused = $derived(this.game.pausedSince !== null);
  readonly finished = $derived(this.game.finished !== null);
  readonly over = $derived(this.settled.finished !== null);
  readonly time = $derived(timePlayed(this.game, Math.max(this.now, lastAt(this.game))));
  readonly clashing = $derived(clashingCells(this.settled.board.digits));
  /** The cells shown as wrong, by the check mode. */
  readonly errors: ReadonlySet<Cell> = $derived.by(() => {
    const { board, check } = this.settled;
    const byRules = check === 'rules' || (check === 'end' && isFull(board.digits)) ? this.clashing : NO_CELLS;
    const bySolution = check === 'solution' ? againstSolution(board, this.fits) : NO_CELLS;
    return new Set([...byRules, ...bySolution, ...this.found]);
  });

  readonly drawing: Drawing | null = $derived(
    this.hint && this.game.hints.open ? drawingOf(this.hint, this.game.hints.open) : null,
  );

  constructor(
    readonly saved: SavedGame,
    readonly fits: Fits,
    /** Waits until it is known what fits; fails if that will never be. */
    private readonly known: () => Promise<unknown> = async () => {},
  ) {
    this.sender = new Sender(saved);
    this.game = this.settled = parseGame(saved.text);
    this.restAfterGap();
    this.now = this.clock();
    const bare = this.game.board.digits.indexOf(0);
    this.current = bare < 0 ? 40 : bare;
    if (this.finished) this.panel = 'result';
    else this.selection = new Set([this.current]);
    if (!this.game.moves.length && settings.check !== 'end') this.play(`check:${settings.check}`);
  }

  /** Plays a move now; whether it was taken. A refusal is told in words unless `quiet`. */
  play(text: string, quiet = false): boolean {
    try {
      this.apply(play(this.game, text, this.clock()));
      return true;
    } catch (error) {
      if (!(error instanceof BadMove)) throw error;
      if (!quiet) this.say(() => t(`badMove.${error.code}`));
      return false;
    }
  }

  /** Plays a digit without effect. Code is compiled when it first runs, and the first digit would wait for that. */
  rehearse(): void {
    const { board, pausedSince } = this.game;
    const cell = board.digits.indexOf(0);
    if (cell >= 0 && pausedSince === null) play(this.game, onCellsText([cell], '=1'), this.clock());
  }

  /** Says something on the screen and to a screen reader. */
  say(words: () => string): void {
    this.said = words;
    announce(words());
  }

  /** Chooses cells: alone, added, or taken out again. Digit-first, a press also writes. */
  choose(cell: Cell, { extend, toggle }: { extend: boolean; toggle: boolean }, writes = false): void {
    this.settled = this.game;
    this.current = cell;
    const next = new Set(extend ? this.selection : []);
    if (toggle && next.has(cell) && next.size > 1) next.delete(cell);
    else next.add(cell);
    this.selection = next;
    if (writes && !extend) this.writeSticky();
  }

  /** Writes the digit that stays chosen. In colour mode it tells which candidate a colour is for, and is no colour itself. */
  writeSticky(): void {
    if (this.sticky && this.mode !== 'colour') this.write(this.sticky);
  }

  chooseAll(): void {
    this.selection = new Set(CELLS);
  }

  deselect(): void {
    this.selection = NO_CELLS;
    this.sticky = 0;
    this.filter = 0;
  }

  /** A digit from the keyboard or the pad: written, or, where digits come first, kept for the cells to come. */
  digit(digit: Digit): void {
    if (settings.digitFirst && this.mode !== 'colour') this.sticky = this.sticky === digit ? 0 : digit;
    else this.write(digit);
  }

  /** Writes a digit, a mark or a colour into the chosen cells. With several cells a digit becomes a note. */
  write(digit: Digit, mode: Mode = this.mode): void {
    const cells = [...this.selection];
    if (!cells.length) return this.say(() => t('play.chooseFirst'));
    if (mode === 'colour') return this.colour(digit);
    if (mode === 'corner') return void this.play(onCellsText(cells, `^${digit}`));
    if (mode === 'centre' || cells.length > 1) return void this.play(onCellsText(cells, `~${digit}`));
    const [cell] = cells;
    const { digits, givens } = this.game.board;
    const again = digits[cell!] === digit && !givens[cell!];
    this.play(onCellsText(cells, again ? '-' : `=${digit}`));
  }

  clear(): void {
    if (this.selection.size) this.play(onCellsText(this.selection, '-'), true);
  }

  /** Colours the chosen cells; with a digit looked for, or kept for the cells to come, that candidate in them. */
  colour(number: number): void {
    const letter = COLOURS[number - 1];
    if (!letter) return this.clear();
    const cells = [...this.selection].sort((a, b) => a - b);
    const digit = this.filter || this.sticky;
    const marked = digit ? cells.filter((cell) => has(this.marks(cell), digit)) : [];
    if (!marked.length) return void this.play(onCellsText(cells, `#${letter}`));
    this.play(`${marked.map((cell) => digit + onCellsText([cell], '')).join(',')}#${letter}`);
  }

  /** Looks for a digit: that of the current cell, else the next one; past nine, none. */
  nextFilter(): void {
    const here = this.game.board.digits[this.current]!;
    this.filter = here && here !== this.filter ? here : here ? 0 : (this.filter + 1) % 10;
    const { filter } = this;
    this.say(() => (filter ? t('play.filter', { n: filter }) : t('play.filterOff')));
  }

  setCheck(mode: CheckMode): void {
    settings.check = mode;
    if (mode !== this.game.check) this.play(`check:${mode}`);
  }

  async checkNow(): Promise<void> {
    if (!this.play('check:now') || !(await this.knows())) return;
    this.found = againstSolution(this.game.board, this.fits);
    const n = this.found.size;
    this.say(() => (n ? t('play.wrong', { n }) : t('play.allRight')));
  }

  /** The candidates of the current cell: the first kind of hint. */
  tellCandidates(): void {
    const cell = this.current;
    if (!this.play(`hint:${onCellsText([cell], '')}`)) return;
    this.told = cell;
    const fitting = listOf(candidates(this.game.board, cell));
    this.say(() =>
      t(fitting.length ? 'hint.cell' : 'hint.cellNone', {
        cell: cellWords(cell),
        digits: fitting.join(t('list.comma')),
      }),
    );
  }

  /** The next level of the next-step hint; the first asks for the step, the last applies it. After the end, the result. */
  async nextHint(): Promise<void> {
    this.panel = this.finished ? 'result' : 'hint';
    const level = this.game.hints.open + 1;
    if (this.asking || level > 5 || this.finished) return;
    if ((level === 1 || !this.hint) && !(await this.findHint())) return;
    if (this.game.pausedSince !== null) return; // the game was left meanwhile
    const { hint } = this;
    if (!hint || !this.play(`hint:${level}`)) return;
    if (level === 5) for (const move of hint.moves) this.play(move, true);
    if (level === 5) this.say(() => wordsOf(hint, level));
    else announce(wordsOf(hint, level)); // the panel shows it
  }

  private async knows(): Promise<boolean> {
    try {
      await this.known();
      return true;
    } catch {
      this.say(() => t('app.noKernel'));
      return false;
    }
  }

  private async findHint(): Promise<boolean> {
    const { board, puzzle } = this.game;
    this.asking = true;
    try {
      await this.known().catch(() => {}); // the server finds what is wrong as well
      const wrong = againstSolution(board, this.fits);
      const hint = wrong.size ? mistaken([...wrong]) : await askHint(board, puzzle, settings.language);
      if (this.game.board !== board) return false;
      this.hint = hint;
      if (isWrongEntry(hint)) this.found = new Set(hint.cells.map(parseCell));
      return true;
    } catch {
      this.say(() => t('hint.away'));
      return false;
    } finally {
      this.asking = false;
    }
  }

  /** Asks for the step of a game that was left, or is played in another tab as well, in the midst of its levels. */
  async recallHint(): Promise<void> {
    if (this.game.hints.open && !this.hint && !this.asking) await this.findHint();
  }

  /** Asks for the step once more, to tell it in the language chosen meanwhile. */
  async retellHint(): Promise<void> {
    const { hint, game } = this;
    if (hint?.kind !== 'step' || !game.hints.open) return;
    const told = await askHint(game.board, game.puzzle, settings.language).catch(() => hint); // the old words are better than none
    if (this.hint === hint) this.hint = told;
  }

  /** Undoes up to the last position without a mistake. */
  async backToRight(): Promise<void> {
    if (!(await this.knows())) return;
    const steps = stepsBack(this.game, this.fits);
    if (!steps) this.say(() => t('play.allRight'));
    else if (this.play(`back:${steps}`)) this.say(() => t('play.back'));
  }

  /** Says what the row, column or box of the current cell lacks. */
  sayMissing(kind: 0 | 1 | 2): void {
    const house = HOUSES_OF[this.current]![kind]!;
    const digits = listOf(missingIn(this.game.board.digits, house));
    this.say(() =>
      t(digits.length ? 'play.missing' : 'play.complete', {
        house: houseName(house),
        digits: digits.join(t('list.comma')),
      }),
    );
  }

  /** Sets a checkpoint of this name, or of the next free number. */
  checkpoint(name = this.freeNumber()): void {
    if (this.play(`checkpoint:${name}`)) this.say(() => t('play.checkpoint', { name: shownName(name) }));
  }

  private freeNumber(): string {
    const taken = new Set(this.game.checkpoints.map(([name]) => name));
    let number = taken.size + 1;
    while (taken.has(String(number))) number++;
    return String(number);
  }

  returnTo(name: string): void {
    if (this.play(`return:${name}`)) this.say(() => t('play.returned', { name: shownName(name) }));
  }

  returnToLast(): void {
    const last = this.game.checkpoints.at(-1);
    if (!last) return this.say(() => t('play.noCheckpoint'));
    this.returnTo(last[0]);
  }

  togglePause(): void {
    this.play(this.paused ? 'resume' : 'pause');
  }

  /** Stops the clock of a game that is left; all of it is kept when this returns. */
  pause(): void {
    if (!this.paused && !this.finished) this.play('pause', true);
    doNow(this.store); // and nothing of the next game, which may be on its way to the screen already
  }

  tick(): void {
    this.now = this.clock();
  }

  /** Takes over what another tab has played. */
  reload(key: string | null): void {
    if (key !== `shudu.${keyOf(this.saved.id)}`) return;
    const saved = loadGame(this.saved.id);
    if (!saved) return;
    const moved = saved.text !== this.saved.text;
    Object.assign(this.saved, saved);
    if (moved) {
      this.game = this.settled = parseGame(saved.text);
      this.found = NO_CELLS;
      this.told = this.hint = this.review = null;
    }
    if (this.finished && saved.remote) void this.sender.send(); // for the place
  }

  marks(cell: Cell): number {
    return this.game.board.centre[cell]! | this.game.board.corner[cell]!;
  }

  // A page that was closed without a word did not go on playing.
  private restAfterGap(): void {
    const at = lastAt(this.game);
    if (!this.game.moves.length || this.paused || this.finished || this.clock() - at < LONGEST_GAP) return;
    this.apply(play(this.game, 'pause', at));
  }

  private clock(): number {
    return Math.max(Date.now() - this.saved.started, lastAt(this.game));
  }

  private apply(game: Game): void {
    const wasFinished = this.finished;
    const changed = game.board !== this.game.board;
    const waits = this.settled === this.game && this.isOnCurrent(game.moves.at(-1)!.move);
    this.game = game;
    if (!waits) this.settled = game;
    this.said = NOTHING;
    this.told = null;
    this.review = null;
    if (changed) this.found = NO_CELLS;
    this.keep();
    if (!wasFinished && this.finished) afterPaint(this.win);
    else if (changed && isFull(game.board.digits) && !this.finished) this.say(() => t('play.fullWrong'));
  }

  /** Whether a move is on the current cell alone. */
  private isOnCurrent(move: string): boolean {
    const name = cellName(this.current);
    return move.startsWith(name) && move[name.length] !== ',';
  }

  /** The last digit is seen before the result covers the screen. */
  private readonly win = (): void => {
    this.panel = 'result';
    this.selection = NO_CELLS;
    this.say(() => t('play.won', { time: clock(this.time) }));
  };

  private keep(): void {
    const last = this.game.moves.at(-1)!;
    this.saved.text += `\n${last.at} ${last.move}`;
    this.saved.finished = this.finished;
    afterPaint(this.store);
  }

  private readonly store = (): void => {
    this.settled = this.game;
    this.kept = writeGame(this.saved);
    void this.sender.send();
  };
}
