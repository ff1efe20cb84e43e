import { expect, test } from '@jest/globals';
import { eventually } from '@space/runtime/testing';
import * as decoding from 'lib0/decoding';
import { WebSocket } from 'ws';
import { WebsocketProvider } from 'y-websocket';
import * as Y from 'yjs';
import { profile } from '../profile.ts';
import { newKey, newSpace, type TestSpace } from '../space.ts';

/** A client of y-websocket with its document. */
interface LiveClient {
  readonly doc: Y.Doc;
  readonly provider: WebsocketProvider;
  /** The clock of this client that is stored. */
  stored(): number;
  line(n: number): Y.XmlText;
  lines(): string[];
}

/** Opens a document with the package that editors use, at one of the gateways. */
async function open({ client }: TestSpace, id: string, gateway: string): Promise<LiveClient> {
  const ticket = await client.document_live.ticket({ id });
  expect(ticket).toMatchObject({ may_write: true, protocol: 'y-websocket', fragment: 'content', schema_version: 1 });
  const { pathname, searchParams } = new URL(ticket.url);
  expect(ticket.url).toMatch(new RegExp(`^wss?://.+/v1/live/${id}\\?ticket=`));
  const doc = new Y.Doc();
  const origin = new URL(gateway).origin.replace(/^http/, 'ws');
  const provider = new WebsocketProvider(`${origin}${pathname.slice(0, pathname.lastIndexOf('/'))}`, id, doc, {
    params: { ticket: searchParams.get('ticket')! },
    WebSocketPolyfill: WebSocket as never,
    disableBc: true,
  });
  let stored = 0;
  provider.messageHandlers[4] = (_encoder, decoder) => {
    stored = Y.decodeStateVector(decoding.readVarUint8Array(decoder)).get(doc.clientID) ?? 0;
  };
  await new Promise<void>((synced) => provider.once('sync', () => synced()));
  const fragment = doc.getXmlFragment('content');
  const line = (n: number) => (fragment.get(n) as Y.XmlElement).get(0) as Y.XmlText;
  return {
    doc,
    provider,
    stored: () => stored,
    line,
    lines: () => fragment.toArray().map((_, n) => String(line(n).toString())),
  };
}

test('two editors and a call write in one document, each sees the others, and all of it is stored', async () => {
  const space = await newSpace();
  const { client } = space;
  const { id } = await client.documents.create({ title: 'Plan', markdown: 'one\n\ntwo\n' });
  const [first, last] = [profile.gateway_urls[0]!, profile.gateway_urls.at(-1)!];
  const ada = await open(space, id, first);
  const bob = await open(await newKey(space.space_id, { name: 'Bob' }), id, last);
  try {
    bob.provider.awareness.setLocalStateField('user', { name: 'Another name', color: '#336699' });
    await eventually(() => {
      const seen = ada.provider.awareness.getStates().get(bob.doc.clientID) as { user?: { name: string; color: string } } | undefined;
      expect(seen?.user).toMatchObject({ name: 'Bob', color: '#336699' });
    });
    ada.line(0).insert(0, 'number ');
    bob.line(1).insert(3, ' more');
    await client.documents.edit({ id, edits: [{ op: 'append', markdown: 'three' }] });
    const expected = ['number one', 'two more', 'three'];
    await eventually(() => expect([ada.lines(), bob.lines()]).toEqual([expected, expected]));
    await eventually(() => {
      for (const { doc, stored } of [ada, bob]) expect(stored()).toBe(Y.getState(doc.store, doc.clientID));
    });
    const read = await client.documents.get({ id });
    expect(read.content).toBe('number one\n\ntwo more\n\nthree\n');
    const { updates } = await client.document_live.updates({ id, after: 1 });
    expect(new Set(updates.map(({ actor }) => actor?.name))).toEqual(new Set(['Test key', 'Bob']));
  } finally {
    ada.provider.destroy();
    bob.provider.destroy();
  }
});
