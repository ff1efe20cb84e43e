import type { FollowRequest, FollowResult } from '@space/crdt';
import type { Ports, Task } from '@space/runtime';
import type { ContentKind, ContentTypes } from '../contents/kinds/content-kind.ts';
import type { ContentPorts } from '../contents/kinds/content-ports.ts';
import { type ContentTurns, createContentTurns } from '../contents/kinds/content-turns.ts';
import { createLiveStates, type LiveStates } from './live-states.ts';

/** The thread of a process that checks the updates of one kind of contents, and has in memory what was edited last. */
export interface LiveThread extends Task {
  /** Rejects with a JobRefusal. Owners, such as Spaces, take turns. */
  follow(owner: string, request: FollowRequest): Promise<FollowResult>;
}

/** The part of a kind of contents that live editing uses. */
export type LiveContent = Pick<ContentKind<ContentTypes>, 'tables' | 'work' | 'find' | 'lock'>;

/** The ports of live editing of one kind of contents. */
export interface LivePorts extends Pick<ContentPorts<ContentTypes>, 'writer'> {
  readonly ports: Ports;
  readonly kind: LiveContent;
  /** Its turns are its own: typing does not wait for edits of calls, which may take seconds. */
  readonly turns: ContentTurns;
  /** The thread that checks updates. Edits of calls do not make it wait. */
  readonly thread: LiveThread;
  readonly states: LiveStates;
}

/** Creates the ports of live editing of one kind of contents in one process. */
export const livePorts = ({ ports, writer, kind }: Pick<LivePorts, 'ports' | 'writer' | 'kind'>, thread: LiveThread): LivePorts => ({
  ports,
  writer,
  kind,
  turns: createContentTurns(),
  thread,
  states: createLiveStates(ports.database, kind.tables, thread),
});
