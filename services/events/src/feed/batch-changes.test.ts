import { expect, test } from '@jest/globals';
import type { Event } from '@space/contracts/core';
import { MAX_LIVE_IDS } from '@space/contracts/people';
import type { LoggedEvent } from '@space/event-log';
import { announceBatch, changesOf } from './batch-changes.ts';

const eventOf = (type: string, data: object, space_id = 'spc_1'): LoggedEvent => ({
  id: `evt_${type}_${JSON.stringify(data)}`,
  type,
  space_id,
  source: 'test',
  body: JSON.stringify({ type, data }),
  trace: null,
  recorded_at: null,
});

const changes = (...events: LoggedEvent[]) => changesOf(events, ({ body }) => JSON.parse(body) as Event);

test('a topic stands once, with the ids of its things', () => {
  expect(
    changes(
      eventOf('table_row_created', { table_id: 'tbl_1', row_id: 'row_1' }),
      eventOf('table_row_updated', { table_id: 'tbl_1', row_id: 'row_1' }),
      eventOf('table_row_updated', { table_id: 'tbl_1', row_id: 'row_2' }),
      eventOf('table_row_updated', { table_id: 'tbl_2', row_id: 'row_3' }),
      eventOf('contact_merged', { contact_id: 'con_1', merged_contact_id: 'con_2' }),
    ),
  ).toEqual([
    { topic: 'rows:tbl_1', ids: ['row_1', 'row_2'] },
    { topic: 'rows:tbl_2', ids: ['row_3'] },
    { topic: 'contacts', ids: ['con_1', 'con_2'] },
  ]);
});

test('an event without an id makes everything of its topic stale, in any order', () => {
  const named = eventOf('contact_updated', { contact_id: 'con_1' });
  const unnamed = eventOf('tag_updated', { tag_id: 'tag_1' });
  expect(changes(named, unnamed)).toEqual([{ topic: 'contacts' }]);
  expect(changes(unnamed, named)).toEqual([{ topic: 'contacts' }]);
});

test('many ids are left out', () => {
  const rows = Array.from({ length: MAX_LIVE_IDS + 1 }, (_, index) => eventOf('contact_created', { contact_id: `con_${index}` }));
  expect(changes(...rows.slice(1))).toEqual([{ topic: 'contacts', ids: rows.slice(1).map((_, index) => `con_${index + 1}`) }]);
  expect(changes(...rows)).toEqual([{ topic: 'contacts' }]);
});

test('each Space has one message a batch, with its feeds and chats', () => {
  const sent: unknown[] = [];
  const bus = {
    publish: (signal: string, payload: Uint8Array) => sent.push([signal, JSON.parse(Buffer.from(payload).toString())]),
    subscribe: () => () => {},
  };
  const [here, there] = [eventOf('contact_deleted', { contact_id: 'con_1' }), eventOf('form_deleted', { form_id: 'frm_1' }, 'spc_2')];
  announceBatch(
    bus,
    [here, there],
    [{ event: here, body: JSON.parse(here.body) as Event, agents: [{ agent_id: 'agt_1' }, { agent_id: 'agt_1' }] }],
  );
  expect(sent).toEqual([
    ['space.v1.changed.spc_1', [{ topic: 'contacts', ids: ['con_1'] }, { topic: 'events' }, { topic: 'chat:agt_1' }]],
    ['space.v1.changed.spc_2', [{ topic: 'forms', ids: ['frm_1'] }]],
  ]);
});
