/** Links that carry a puzzle or a game in their fragment, which is not sent to servers. */

import { readGrid, writeLine } from '../shared/core/grid-text';
import type { Game } from '../game/game';
import { gameText } from '../game/game';

/** Return a link to the puzzle only. */
export const puzzleLink = (puzzle: readonly number[], base: string): string => `${base}#/p/${writeLine(puzzle)}`;

/** Return a link to the puzzle with all moves so far. */
export async function gameLink(game: Game, base: string): Promise<string> {
  const moves = gameText(game).split('\n').slice(1).join('\n');
  return `${puzzleLink(game.puzzle, base)}/${await pack(moves)}`;
}

/** Return the text of the game in a link: the puzzle's line and any moves. */
export async function readLink([line = '', packed = '']: string[]): Promise<string> {
  const puzzle = writeLine(readGrid(line));
  return packed ? `${puzzle}\n${await unpack(packed)}` : puzzle;
}

async function pack(text: string): Promise<string> {
  const bytes = await through(text, new CompressionStream('deflate-raw'));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}

async function unpack(packed: string): Promise<string> {
  const binary = atob(packed.replaceAll('-', '+').replaceAll('_', '/'));
  const bytes = Uint8Array.from(binary, (character) => character.charCodeAt(0));
  return new TextDecoder().decode(await through(bytes, new DecompressionStream('deflate-raw')));
}

async function through(data: BodyInit, stream: CompressionStream | DecompressionStream): Promise<Uint8Array> {
  const piped = new Response(data).body!.pipeThrough(
    stream as ReadableWritablePair<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>,
  );
  return new Uint8Array(await new Response(piped).arrayBuffer());
}
