/** A game on the screen: connects the game, the selection, hints, the server and messages to the player. */

import { list, t } from '../../app/i18n';
import { cellWords, houseName } from '../../app/i18n/names';
import { settings } from '../../app/settings.svelte';
import { candidates, COLOURS } from '../../game/board';
import type { CheckMode, Game } from '../../game/game';
import { againstSolution, stepsBack, type Fits } from '../../game/mistakes';
import { onCellsText, displayName } from '../../game/move';
import { afterPaint } from '../../shared/after-paint';
import { announce } from '../../shared/announce.svelte';
import { has, listOf } from '../../shared/core/digits';
import { HOUSES_OF, type Cell, type Digit } from '../../shared/core/geometry';
import { clashingCells, isFull, missingIn } from '../../shared/core/rules';
import { clock } from '../../shared/time';
import type { PathStep } from '../panels/solution-path';
import type { SavedGame } from '../saved-games';
import { GameStore, type MoveOutcome } from './game-store.svelte';
import { HintFlow, LAST_STAGE } from './hint-flow.svelte';
import { wordsOf } from './hint';
import { Selection, type Mode } from './selection.svelte';
import { Sender } from './sender.svelte';

export type Panel = 'hint' | 'checkpoints' | 'options' | 'share' | 'result' | 'path' | null;

const NO_CELLS: ReadonlySet<Cell> = new Set();
const SILENCE = () => '';

export class Session {
  readonly store: GameStore;
  readonly selection: Selection;
  readonly hints: HintFlow;
  readonly sender: Sender;

  panel: Panel = $state(null);
  /** Wrong entries found by a check, until the board changes. */
  mistakes: ReadonlySet<Cell> = $state.raw(NO_CELLS);
  /** The cell whose candidates are shown, until the next move. */
  revealed: Cell | null = $state(null);
  /** The step of the solution path shown on the board instead of the game. */
  review: PathStep | null = $state.raw(null);
  private words: () => string = $state.raw(SILENCE);
  /** The last message, in the current language. */
  readonly message = $derived(this.words());

  readonly clashing = $derived.by(() => clashingCells(this.settled.board.digits));
  /** The cells shown as wrong, depending on the check mode. */
  readonly errors: ReadonlySet<Cell> = $derived.by(() => {
    const { board, check } = this.settled;
    const byRules = check === 'rules' || (check === 'end' && isFull(board.digits)) ? this.clashing : NO_CELLS;
    const bySolution = check === 'solution' ? againstSolution(board, this.fits) : NO_CELLS;
    return new Set([...byRules, ...bySolution, ...this.mistakes, ...this.hints.wrongCells]);
  });

  constructor(
    saved: SavedGame,
    readonly fits: Fits,
    /** Resolves when `fits` knows the solution; rejects if the kernel failed to load. */
    private readonly waitForSolution: () => Promise<unknown> = async () => {},
  ) {
    this.sender = new Sender(saved);
    this.store = new GameStore(saved, () => void this.sender.send());
    this.hints = new HintFlow(this.store, fits, waitForSolution);
    this.selection = new Selection(this.game.board.digits, !this.store.finished);
    if (this.store.finished) this.panel = 'result';
    if (!this.game.moves.length && settings.check !== 'end') this.play(`check:${settings.check}`);
  }

  get game(): Game {
    return this.store.game;
  }

  /** The game on the screen. */
  get settled(): Game {
    return this.store.settled;
  }

  /** Play a move now and return whether it was accepted. The reason for a rejection is shown unless `quiet`. */
  play(text: string, quiet = false): boolean {
    const outcome = this.store.play(text, this.selection.current);
    if (outcome.kind === 'played') this.follow(outcome);
    else if (!quiet) this.notify(() => t(`badMove.${outcome.reason}`));
    return outcome.kind === 'played';
  }

  /** Show a message and announce it to screen readers. */
  notify(words: () => string): void {
    this.words = words;
    announce(words());
  }

  /** Select cells; in digit-first mode a press (`writes`) also writes. */
  choose(cell: Cell, how: { extend: boolean; toggle: boolean }, writes = false): void {
    this.store.settle();
    this.selection.choose(cell, how);
    if (writes && !how.extend) this.writeSticky();
  }

  /** Write the selected digit. In colour mode it only names the candidate to colour. */
  writeSticky(): void {
    const { sticky, mode } = this.selection;
    if (sticky && mode !== 'colour') this.write(sticky);
  }

  /** Handle a digit from the keyboard or keypad: write it or, in digit-first mode, select it. */
  digit(digit: Digit): void {
    if (settings.digitFirst && this.selection.mode !== 'colour') this.selection.toggleSticky(digit);
    else this.write(digit);
  }

  /** Write a digit, a note or a colour into the selected cells. With several cells a digit becomes a note. */
  write(digit: Digit, mode: Mode = this.selection.mode): void {
    const cells = [...this.selection.cells];
    if (!cells.length) return this.notify(() => t('play.chooseFirst'));
    if (mode === 'colour') return this.colour(digit);
    if (mode === 'corner') return void this.play(onCellsText(cells, `^${digit}`));
    if (mode === 'centre' || cells.length > 1) return void this.play(onCellsText(cells, `~${digit}`));
    const [cell] = cells;
    const { digits, givens } = this.game.board;
    const isThere = digits[cell!] === digit && !givens[cell!];
    this.play(onCellsText(cells, isThere ? '-' : `=${digit}`));
  }

  clear(): void {
    if (this.selection.cells.size) this.play(onCellsText(this.selection.cells, '-'), true);
  }

  /** Colour the selected cells or, if a digit is highlighted or selected, that candidate in them. */
  colour(number: number): void {
    const letter = COLOURS[number - 1];
    if (!letter) return this.clear();
    const cells = this.selection.sorted;
    const digit = this.selection.filter || this.selection.sticky;
    const marked = digit ? cells.filter((cell) => has(this.marks(cell), digit)) : [];
    if (!marked.length) return void this.play(onCellsText(cells, `#${letter}`));
    this.play(`${marked.map((cell) => digit + onCellsText([cell], '')).join(',')}#${letter}`);
  }

  nextFilter(): void {
    this.selection.nextFilter(this.game.board.digits[this.selection.current]!);
    const { filter } = this.selection;
    this.notify(() => (filter ? t('play.filter', { n: filter }) : t('play.filterOff')));
  }

  setCheck(mode: CheckMode): void {
    settings.check = mode;
    if (mode !== this.game.check) this.play(`check:${mode}`);
  }

  async checkNow(): Promise<void> {
    if (!this.play('check:now') || !(await this.knows())) return;
    this.mistakes = againstSolution(this.game.board, this.fits);
    const n = this.mistakes.size;
    this.notify(() => (n ? t('play.wrong', { n }) : t('play.allRight')));
  }

  /** Show the candidates of the current cell, the simpler kind of hint. */
  revealCandidates(): void {
    const cell = this.selection.current;
    if (!this.play(`hint:${onCellsText([cell], '')}`)) return;
    this.revealed = cell;
    const fitting = listOf(candidates(this.game.board, cell));
    const key = fitting.length ? 'hint.cell' : 'hint.cellNone';
    this.notify(() => t(key, { cell: cellWords(cell), digits: list(fitting) }));
  }

  /** Open the next stage of the hint; after the finish, the result. */
  async nextHint(): Promise<void> {
    this.panel = this.store.finished ? 'result' : 'hint';
    const before = this.game;
    const outcome = await this.hints.next();
    if (outcome.kind === 'away') this.notify(() => t('hint.away'));
    if (outcome.kind !== 'opened') return;
    const { hint, stage } = outcome;
    this.follow({
      kind: 'played',
      boardChanged: this.game.board !== before.board,
      justFinished: before.finished === null && this.game.finished !== null,
    });
    if (stage === LAST_STAGE) this.notify(() => wordsOf(hint, stage));
    else announce(wordsOf(hint, stage)); // the panel shows it
  }

  /** Request the hint of a game that was left between two stages. */
  async recallHint(): Promise<void> {
    if ((await this.hints.recall()).kind === 'away') this.notify(() => t('hint.away'));
  }

  /** Undo to the last position without a mistake. */
  async backToCorrect(): Promise<void> {
    if (!(await this.knows())) return;
    const steps = stepsBack(this.game, this.fits);
    if (!steps) this.notify(() => t('play.allRight'));
    else if (this.play(`back:${steps}`)) this.notify(() => t('play.back'));
  }

  /** List the digits missing in the row, column or box of the current cell. */
  listMissing(kind: 0 | 1 | 2): void {
    const house = HOUSES_OF[this.selection.current]![kind]!;
    const digits = listOf(missingIn(this.game.board.digits, house));
    const key = digits.length ? 'play.missing' : 'play.complete';
    this.notify(() => t(key, { house: houseName(house), digits: list(digits) }));
  }

  /** Save a checkpoint under a name or the next free number. */
  checkpoint(name = this.freeNumber()): void {
    if (this.play(`checkpoint:${name}`)) this.notify(() => t('play.checkpoint', { name: displayName(name) }));
  }

  private freeNumber(): string {
    const names = new Set(this.game.checkpoints.map(([name]) => name));
    let number = names.size + 1;
    while (names.has(String(number))) number++;
    return String(number);
  }

  returnTo(name: string): void {
    if (this.play(`return:${name}`)) this.notify(() => t('play.returned', { name: displayName(name) }));
  }

  returnToLast(): void {
    const last = this.game.checkpoints.at(-1);
    if (!last) return this.notify(() => t('play.noCheckpoint'));
    this.returnTo(last[0]);
  }

  togglePause(): void {
    this.play(this.store.paused ? 'resume' : 'pause');
  }

  /** Stop the clock when the game is left. */
  leave(): void {
    this.store.leave();
  }

  /** Load what another tab has played. */
  reload(key: string | null): void {
    if (this.store.reload(key)) {
      this.mistakes = NO_CELLS;
      this.revealed = this.review = null;
      this.hints.forget();
    }
    if (this.store.finished && this.store.saved.remote) void this.sender.send(); // for the rank
  }

  private marks(cell: Cell): number {
    return this.game.board.centre[cell]! | this.game.board.corner[cell]!;
  }

  private async knows(): Promise<boolean> {
    try {
      await this.waitForSolution();
      return true;
    } catch {
      this.notify(() => t('app.noKernel'));
      return false;
    }
  }

  /** Clear messages that last until the next move, and detect the finish. */
  private follow({ boardChanged, justFinished }: Extract<MoveOutcome, { kind: 'played' }>): void {
    this.words = SILENCE;
    this.revealed = null;
    this.review = null;
    if (boardChanged) this.mistakes = NO_CELLS;
    if (justFinished) afterPaint(this.win);
    else if (boardChanged && isFull(this.game.board.digits) && !this.store.finished)
      this.notify(() => t('play.fullWrong'));
  }

  /** Let the last digit appear before the result covers the screen. */
  private readonly win = (): void => {
    this.panel = 'result';
    this.selection.clearCells();
    this.notify(() => t('play.won', { time: clock(this.store.time) }));
  };
}
