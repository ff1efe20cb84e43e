import { FRAGMENT_NAME, SCHEMA_VERSION } from '@space/rich-text/schema';
import { Awareness, applyAwarenessUpdate, encodeAwarenessUpdate, removeAwarenessStates } from 'y-protocols/awareness';
import * as Y from 'yjs';
import { foreignChange } from '../model/foreign-parts.ts';
import { endOf } from './close-codes.ts';
import type { EndReason, LiveState } from './live-state.ts';
import { awarenessMessage, readMessage, syncMessage } from './messages.ts';
import { SaveState } from './save-state.ts';
import { type LiveTicket, TicketRefused, ticketFault } from './ticket.ts';

/** The needs of a live document: tickets, and the name of this person. */
export interface LiveOptions {
  /** Asks for a new ticket. Throws TicketRefused if there will be none, and any other error for one that may come later. */
  readonly getTicket: () => Promise<LiveTicket>;
  /** The name of this person, for others. The service replaces it by that of the ticket. */
  readonly name: string;
  readonly openSocket?: (url: string) => WebSocket;
  readonly wait?: (milliseconds: number) => Promise<void>;
}

/** A document that is shared with the service and other people. */
export interface LiveDocument {
  readonly doc: Y.Doc;
  readonly awareness: Awareness;
  readonly fragment: Y.XmlFragment;
  getState(): LiveState;
  /** Calls a listener after each change of the state. Returns the function that ends it. */
  subscribe(listener: () => void): () => void;
  /** Ends live editing for a reason that the page found. */
  end(reason: EndReason): void;
  /** Closes the connection and forgets the document. */
  destroy(): void;
}

/** Milliseconds between the first tries, and the most between later ones. */
const RETRY_DELAY_MS = [500, 20_000] as const;

/** Failed first connections, with a ticket, after which the way to the service is taken as closed for them. */
const MAX_FIRST_FAILURES = 3;

/** Milliseconds after which the service is asked for what it has, while a change is not confirmed. */
const COMPARE_INTERVAL_MS = 1_000;

/** Milliseconds without a message, while a change is not confirmed, after which a connection is taken as dead. */
const IDLE_MS = 10_000;

/** The mark of changes that came from the service, so that they are not sent back. */
const REMOTE = Symbol('remote');

/** Waits, and ends earlier when the browser is online again. */
function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(done, milliseconds);
    function done(): void {
      clearTimeout(timer);
      globalThis.removeEventListener?.('online', done);
      resolve();
    }
    globalThis.addEventListener?.('online', done);
  });
}

/** The course of one connection. */
interface Followed {
  readonly wasOpen: boolean;
  readonly code: number;
  readonly detail: string;
}

/**
 * Opens a document live. It asks for a ticket, follows the document, and sends the changes of this editor. A connection that ends is opened
 * again with a new ticket; changes that were made meanwhile stay in the document and are sent then.
 */
export function openLiveDocument({ getTicket, name, openSocket = (url) => new WebSocket(url), wait = pause }: LiveOptions): LiveDocument {
  const doc = new Y.Doc();
  const fragment = doc.getXmlFragment(FRAGMENT_NAME);
  const awareness = new Awareness(doc);
  awareness.setLocalStateField('user', { name });
  const saving = new SaveState(doc);
  const listeners = new Set<() => void>();
  let state: LiveState = { phase: 'connecting', isSynced: false, mayWrite: false, isUnsaved: false };
  let socket: WebSocket | undefined;
  let isDestroyed = false;
  let comparing: ReturnType<typeof setTimeout> | undefined;
  let heardAt = 0;

  function change(fields: Partial<LiveState>): void {
    const next = { ...state, ...fields, isUnsaved: saving.isUnsaved };
    if ((Object.keys(next) as (keyof LiveState)[]).every((field) => next[field] === state[field])) return;
    state = next;
    for (const listener of [...listeners]) listener();
  }

  function end(reason: EndReason, detail = ''): void {
    if (state.phase === 'ended' || isDestroyed) return;
    change({ phase: 'ended', reason, detail, mayWrite: false });
    socket?.close(1000);
  }

  function send(message: Uint8Array<ArrayBuffer>): void {
    if (socket?.readyState === 1) socket.send(message);
  }

  /** Asks the service for what it has until it has every change. A connection that is silent meanwhile is opened again. */
  function planComparison(): void {
    clearTimeout(comparing);
    comparing = setTimeout(() => {
      if (state.phase !== 'live' || !saving.isUnsaved) return;
      if (performance.now() - heardAt > IDLE_MS) socket?.close();
      else if (saving.hasOnlyDeletions) send(syncMessage('step1', Y.encodeStateVector(doc)));
      planComparison();
    }, COMPARE_INTERVAL_MS);
  }

  doc.on('update', (update: Uint8Array, origin: unknown) => {
    if (origin === REMOTE || !state.mayWrite) return;
    saving.record(update);
    send(syncMessage('update', update as Uint8Array<ArrayBuffer>));
    planComparison();
    change({});
  });
  // Before an editor reads what came: it would delete what it does not know.
  doc.on('beforeObserverCalls', (transaction: Y.Transaction) => {
    if (transaction.origin === REMOTE && foreignChange(transaction) !== undefined) end('old_editor');
  });
  awareness.on('update', ({ added, updated, removed }: Record<'added' | 'updated' | 'removed', number[]>, origin: unknown) => {
    if (origin !== REMOTE) send(awarenessMessage(encodeAwarenessUpdate(awareness, [...added, ...updated, ...removed])));
  });

  function receive(bytes: Uint8Array, mayWrite: boolean): void {
    const message = readMessage(bytes);
    switch (message?.type) {
      case 'step1':
        saving.confirm(message.vector);
        if (mayWrite) send(syncMessage('step2', Y.encodeStateAsUpdate(doc, message.vector)));
        change({});
        break;
      case 'step2':
        Y.applyUpdate(doc, message.update, REMOTE);
        saving.compareDeletions(message.update);
        if (state.phase !== 'ended') change({ phase: 'live', isSynced: true, mayWrite });
        if (saving.isUnsaved) planComparison();
        break;
      case 'update':
        Y.applyUpdate(doc, message.update, REMOTE);
        break;
      case 'awareness':
        applyAwarenessUpdate(awareness, message.update, REMOTE);
        break;
      case 'query_awareness':
        send(awarenessMessage(encodeAwarenessUpdate(awareness, [...awareness.getStates().keys()])));
        break;
      case 'stored':
        saving.confirm(message.vector);
        change({});
        break;
      case 'denied':
        end('not_allowed', message.reason);
        break;
      default:
    }
  }

  /** Follows the document over one connection, until that ends. */
  function follow(ticket: LiveTicket): Promise<Followed> {
    return new Promise((resolve) => {
      let wasOpen = false;
      const own = openSocket(ticket.url);
      socket = own;
      own.binaryType = 'arraybuffer';
      own.onopen = () => {
        wasOpen = true;
        heardAt = performance.now();
        send(syncMessage('step1', Y.encodeStateVector(doc)));
        // A state with a new clock: the service and others may have dropped the one before.
        awareness.setLocalState(awareness.getLocalState());
      };
      own.onmessage = ({ data }: MessageEvent<ArrayBuffer>) => {
        heardAt = performance.now();
        try {
          receive(new Uint8Array(data), ticket.may_write);
        } catch {
          own.close();
        }
      };
      own.onclose = ({ code, reason }) => {
        removeAwarenessStates(
          awareness,
          [...awareness.getStates().keys()].filter((client) => client !== doc.clientID),
          REMOTE,
        );
        resolve({ wasOpen, code, detail: reason });
      };
    });
  }

  const isOver = (): boolean => isDestroyed || state.phase === 'ended';

  async function run(): Promise<void> {
    for (let failures = 0; !isOver(); ) {
      const ended = await attempt();
      if (!ended || isOver()) return;
      failures = ended.wasOpen ? 0 : failures + 1;
      if (ended.hadTicket && !state.isSynced && failures >= MAX_FIRST_FAILURES)
        return end('unavailable', 'its connection cannot be opened');
      change({ phase: 'offline' });
      // A part of the time is left to chance, so that editors do not come back all together.
      await wait(Math.min(RETRY_DELAY_MS[0] * 2 ** failures, RETRY_DELAY_MS[1]) * (0.5 + Math.random() / 2));
    }
  }

  /** Makes one connection. Returns undefined if there is no other try. */
  async function attempt(): Promise<{ readonly wasOpen: boolean; readonly hadTicket: boolean } | undefined> {
    let hadTicket = false;
    try {
      const ticket = await getTicket();
      if (isOver()) return undefined;
      hadTicket = true;
      const fault = ticketFault(ticket, SCHEMA_VERSION, FRAGMENT_NAME);
      if (fault) return void end(fault);
      const { wasOpen, code, detail } = await follow(ticket);
      const reason = endOf(code);
      return reason ? void end(reason, detail) : { wasOpen, hadTicket };
    } catch (error) {
      return error instanceof TicketRefused ? void end(error.reason, error.message) : { wasOpen: false, hadTicket };
    }
  }

  const onOffline = (): void => socket?.close();
  globalThis.addEventListener?.('offline', onOffline);
  void run();

  return {
    doc,
    awareness,
    fragment,
    getState: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    end,
    destroy() {
      awareness.destroy();
      isDestroyed = true;
      globalThis.removeEventListener?.('offline', onOffline);
      clearTimeout(comparing);
      socket?.close(1000);
      doc.destroy();
    },
  };
}
