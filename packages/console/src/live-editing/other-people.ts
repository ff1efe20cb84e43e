import type { Awareness } from 'y-protocols/awareness';

/** The colours of other people, as classes of the style sheet. */
const PERSON_COLOURS = 6;

/** Another person in a document or a whiteboard. */
export interface OtherPerson {
  readonly client: number;
  readonly name: string;
  readonly colour: number;
}

/** The part of a state of awareness that names a person. */
export interface User {
  readonly name?: unknown;
}

/** Returns the colour of a client. */
export const colourOf = (client: number): number => client % PERSON_COLOURS;

/** Returns the name of another person as their ticket has it. */
export const nameOf = ({ name }: User): string => (typeof name === 'string' && name.trim() !== '' ? name.slice(0, 80) : 'Someone');

/** Returns the other people whose states are known. */
export const otherPeople = (awareness: Awareness): OtherPerson[] =>
  [...awareness.getStates()]
    .filter(([client, state]) => client !== awareness.clientID && state.user)
    .map(([client, { user }]) => ({ client, name: nameOf(user), colour: colourOf(client) }));
