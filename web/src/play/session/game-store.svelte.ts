/** The game being played: applies moves, measures the time and saves every move in the browser. */

import { lastAt, parseGame, play, timePlayed, type Game } from '../../game/game';
import { BadMove, onCellsText } from '../../game/move';
import { afterPaint, runNow } from '../../shared/after-paint';
import { cellName, type Cell } from '../../shared/core/geometry';
import { load, save } from '../../shared/storage';
import { keyOf, loadGame, writeGame, type SavedGame } from '../saved-games';

/** The outcome of a move. */
export type MoveOutcome =
  { kind: 'refused'; reason: BadMove['code'] } | { kind: 'played'; boardChanged: boolean; justFinished: boolean };

/** The storage key of the game that a tab left last. */
const LEFT = 'left';
const LONGEST_GAP = 60_000; // milliseconds without a move after which a reopened game counts as abandoned

/** Methods read the game itself, not derived values, which may be gone: methods can run after the screen is destroyed. */
export class GameStore {
  game: Game = $state.raw(null!);
  /** The game on the screen. The edited cell is updated at once, everything else a frame later. */
  settled: Game = $state.raw(null!);
  /** Whether the browser has saved the last move. */
  isSaved = $state(true);
  private now = $state(0);

  readonly paused = $derived(this.game.pausedSince !== null);
  readonly finished = $derived(this.game.finished !== null);
  /** Whether the game on the screen is finished. */
  readonly over = $derived(this.settled.finished !== null);
  /** Milliseconds played. */
  readonly time = $derived(timePlayed(this.game, Math.max(this.now, lastAt(this.game))));

  constructor(
    readonly saved: SavedGame,
    /** Called after a move has been saved. */
    private readonly onsaved: () => void = () => {},
  ) {
    this.game = this.settled = parseGame(saved.text);
    this.pauseAfterGap();
    this.tick();
  }

  /** Play a move now. If it changes only the cell `first`, the rest of the screen follows a frame later. */
  play(text: string, first: Cell | null = null): MoveOutcome {
    try {
      return this.apply(play(this.game, text, this.clock()), first);
    } catch (error) {
      if (error instanceof BadMove) return { kind: 'refused', reason: error.code };
      throw error;
    }
  }

  /** Play a digit without effect, so that the code is compiled before the first real one. */
  rehearse(): void {
    const cell = this.game.board.digits.indexOf(0);
    if (cell >= 0 && this.game.pausedSince === null) play(this.game, onCellsText([cell], '=1'), this.clock());
  }

  /** Update the whole screen. */
  settle(): void {
    this.settled = this.game;
  }

  /** Stop the clock when the game is left. All moves are saved when this returns. */
  leave(): void {
    const { pausedSince, finished } = this.game;
    if (pausedSince === null && finished === null) {
      save(LEFT, this.saved.id);
      this.play('pause');
    }
    runNow(this.store); // only this game: the next one may already be opening
  }

  /** Update the time on the screen. */
  tick(): void {
    this.now = this.clock();
  }

  /** Load what another tab has saved under a storage key; return whether the moves changed. */
  reload(key: string | null): boolean {
    if (key !== `shudu.${keyOf(this.saved.id)}`) return false;
    const saved = loadGame(this.saved.id);
    if (!saved) return false;
    const moved = saved.text !== this.saved.text;
    Object.assign(this.saved, saved);
    if (!moved) return false;
    this.game = this.settled = parseGame(saved.text);
    // The other tab was left, which stops the clock, but the game goes on here.
    if (this.game.pausedSince !== null && load(LEFT, '') === this.saved.id && !document.hidden) this.play('resume');
    return true;
  }

  // A page that was closed abruptly did not continue playing.
  private pauseAfterGap(): void {
    const at = lastAt(this.game);
    if (!this.game.moves.length || this.paused || this.finished || this.clock() - at < LONGEST_GAP) return;
    this.apply(play(this.game, 'pause', at), null);
  }

  private clock(): number {
    return Math.max(Date.now() - this.saved.started, lastAt(this.game));
  }

  private apply(game: Game, first: Cell | null): MoveOutcome {
    const before = this.game;
    const last = game.moves.at(-1)!;
    const waits = this.settled === before && first !== null && isOnCell(last.move, first);
    this.game = game;
    if (!waits) this.settle();
    this.saved.text += `\n${last.at} ${last.move}`;
    this.saved.finished = game.finished !== null;
    afterPaint(this.store);
    return {
      kind: 'played',
      boardChanged: game.board !== before.board,
      justFinished: before.finished === null && game.finished !== null,
    };
  }

  private readonly store = (): void => {
    this.settle();
    this.isSaved = writeGame(this.saved);
    this.onsaved();
  };
}

/** Whether a move changes this cell alone. */
function isOnCell(move: string, cell: Cell): boolean {
  const name = cellName(cell);
  return move.startsWith(name) && move[name.length] !== ',';
}
