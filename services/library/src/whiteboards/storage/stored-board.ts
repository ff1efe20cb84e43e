import { createHash } from 'node:crypto';
import { type BoardDescription, describeBoard, elementBox } from '@space/board';
import type { BoardElement } from '@space/contracts/whiteboard-elements';
import { MAX_WHITEBOARD_TEXT, WHITEBOARD_EXCERPT_CHARACTERS } from '@space/contracts/whiteboards';
import { searchWords } from '@space/text';
import { type BoardReference, referencesOf } from './board-references.ts';

/** An element in the form in which it is stored and listed. */
export interface ElementRow {
  readonly id: string;
  readonly type: string;
  readonly frame_id: string | null;
  readonly text: string;
  readonly place: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly digest: string;
  readonly element: string;
}

/** The elements of a whiteboard with everything that is stored of them. */
export interface StoredBoard {
  readonly rows: readonly ElementRow[];
  readonly elements_count: number;
  readonly counts: BoardDescription['counts'];
  readonly bounds: BoardDescription['bounds'];
  readonly text: string;
  readonly excerpt: string;
  readonly refs: readonly BoardReference[];
  readonly words: readonly string[];
}

/** Words of the texts of a whiteboard that a search finds. */
const WORDS = 50_000;

/** Returns the form of elements in which they are stored. */
export function storedBoardOf(elements: readonly BoardElement[]): StoredBoard {
  const { counts, bounds, text: whole } = describeBoard(elements);
  const text = storable(whole.slice(0, MAX_WHITEBOARD_TEXT));
  return {
    rows: elements.map(elementRowOf),
    elements_count: elements.length,
    counts,
    bounds,
    text,
    excerpt: [...text.slice(0, 2 * WHITEBOARD_EXCERPT_CHARACTERS)].slice(0, WHITEBOARD_EXCERPT_CHARACTERS).join('').trim(),
    refs: referencesOf(elements).map((reference) => ({
      ...reference,
      address: storable(reference.address),
      thing_kind: storable(reference.thing_kind),
      thing_id: reference.thing_id === null ? null : storable(reference.thing_id),
    })),
    words: searchWords(text, WORDS),
  };
}

/** Returns the row of an element. */
export function elementRowOf(given: BoardElement): ElementRow {
  const element = JSON.stringify(given);
  const { id, type, frame_id, text, index } = given;
  return {
    id,
    type,
    frame_id,
    text: storable(text),
    place: storable(index),
    ...elementBox(given),
    digest: createHash('sha256').update(element).digest('base64'),
    element,
  };
}

/** Returns a text without the characters that Postgres does not store. */
const storable = (text: string): string => text.replaceAll('\0', '').toWellFormed();
