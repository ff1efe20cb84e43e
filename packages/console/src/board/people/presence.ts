import type { Awareness } from 'y-protocols/awareness';
import { type OtherPerson, otherPeople } from '../../live-editing/other-people.ts';
import type { Place } from '../geometry/view.ts';

/** The place of another person on a whiteboard: their pointer and the elements that they selected. */
export interface PersonOnBoard extends OtherPerson {
  readonly pointer: Place | undefined;
  readonly selected: readonly string[];
}

/** Ids of selected elements that others are sent at most: a state of awareness is small. */
const MAX_SENT = 60;

/** Tells others the pointer and the selection of this person. */
export function sharePresence(awareness: Awareness, pointer: Place | undefined, selected: ReadonlySet<string>): void {
  const state = awareness.getLocalState();
  if (state === null) return;
  const cursor = pointer ? { x: Math.round(pointer.x), y: Math.round(pointer.y) } : null;
  awareness.setLocalState({ ...state, cursor, selection: [...selected].slice(0, MAX_SENT) });
}

/** Returns the other people on a whiteboard. What they send is checked, since programs send it, too. */
export function peopleOnBoard(awareness: Awareness): PersonOnBoard[] {
  return otherPeople(awareness).map((person) => {
    const state = awareness.getStates().get(person.client);
    return { ...person, pointer: placeOf(state?.cursor), selected: idsOf(state?.selection) };
  });
}

function placeOf(value: unknown): Place | undefined {
  const { x, y } = (value ?? {}) as { readonly x?: unknown; readonly y?: unknown };
  return Number.isFinite(x) && Number.isFinite(y) ? { x: x as number, y: y as number } : undefined;
}

const idsOf = (value: unknown): string[] => (Array.isArray(value) ? value.filter((id) => typeof id === 'string').slice(0, MAX_SENT) : []);
