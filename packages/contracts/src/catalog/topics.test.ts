import { describe, expect, test } from '@jest/globals';
import { isRoleAtLeast, type Role, scopesOfRole } from '../core/index.ts';
import { eventTypes, receivesTopic, type Topic, topicOfCall, topicOfEvent, topics } from '../events/index.ts';
import { catalog } from './catalog.ts';

const all = Object.entries<Topic>(topics);

/** Returns the reads that a topic makes stale. */
const readsOf = ({ reads }: Topic) =>
  reads.map((read) => ({
    read,
    found: catalog.filter(
      ({ id, contract, operation }) => operation.route?.method === 'GET' && (read.includes('.') ? id === read : contract.name === read),
    ),
  }));

test('every read that a topic makes stale is in the catalog', () => {
  const missing = all.flatMap(([name, topic]) =>
    readsOf(topic).flatMap(({ read, found }) => (found.length === 0 ? [`${name}: ${read}`] : [])),
  );
  // A contract of settings may have changes and no read.
  expect(missing.filter((one) => !/(?:secret|social)_settings$/.test(one))).toEqual([]);
});

test('a topic goes to people who may call its first read, and to no others', () => {
  const roles: readonly (readonly [Role, boolean])[] = [
    ['viewer', false],
    ['member', true],
    ['admin', true],
    ['owner', true],
  ];
  for (const [name, topic] of all.filter(([, { reads }]) => reads.length > 0))
    for (const [role, mayRun] of roles) {
      const scopes = new Set<string>(scopesOfRole(role, mayRun));
      const hasRole = (least: Role) => isRoleAtLeast(role, least);
      const mayRead = readsOf(topic)[0]!.found.some(({ operation }) =>
        operation.scope ? scopes.has(operation.scope) : operation.role !== undefined && hasRole(operation.role),
      );
      // The storage of a Space is read with the scope of agents, its limits by every member.
      if (name !== 'usage') expect([name, role, receivesTopic(name, scopes, hasRole)]).toEqual([name, role, mayRead]);
    }
});

test('every event type has a topic, whose keys its data has', () => {
  const faults = [...eventTypes.values()].flatMap(({ type, data, sample }) => {
    const name = topicOfEvent(type);
    if (!name) return [`${type}: no topic`];
    const { about }: Topic = topics[name];
    return about !== undefined && (!(about in data.shape) || !(about in sample)) ? [`${type}: no ${about}`] : [];
  });
  expect(faults).toEqual([]);
});

/** Changes without a topic, by the reason. */
const withoutTopic: readonly RegExp[] = [
  // They change nothing that a read shows, or another gateway of the world.
  /^(?:calendar\.(?:create|delete)_feed|columns\.check_formula|form_submissions\.create_link|http_requests\.send)$/,
  // A file belongs to a submission that follows with its event.
  /^form_files\.upload$/,
  // A link is no part of what a read shows.
  /^assets\.create_link$/,
  // A ticket is no part of what a read shows.
  /^(?:document|whiteboard)_live\.ticket$/,
  // A new Space has no open console.
  /^settings\.create_space$/,
  // About the person alone: the topic `me` goes to their tabs.
  /^(?:person|passkeys|identities)\./,
];

test('a change without an event has a topic', () => {
  const missing = catalog
    .filter(
      ({ operation: { route, audience, emits = [] } }) => route && route.method !== 'GET' && audience !== 'public' && emits.length === 0,
    )
    .map(({ id }) => id)
    .filter((id) => !topicOfCall(id) && !withoutTopic.some((reason) => reason.test(id)));
  expect(missing).toEqual([]);
});

describe('a topic', () => {
  const everything = new Set<string>(scopesOfRole('owner', true));
  test('is known by the name before the id', () => {
    expect(topicOfEvent('table_row_updated')).toBe('rows');
    expect(topicOfEvent('table_column_created')).toBe('schema');
    expect(topicOfEvent('form_submission')).toBe('submissions');
    expect(receivesTopic('rows:tbl_1', everything, () => true)).toBe(true);
    expect(receivesTopic('rows:tbl_1', new Set(['contacts:read']), () => true)).toBe(false);
  });

  test('that is not known is sent to none', () => {
    for (const topic of ['', 'unknown', 'toString', 'constructor:x']) expect(receivesTopic(topic, everything, () => true)).toBe(false);
  });
});
