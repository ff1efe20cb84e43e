import { expect, test } from '@jest/globals';
import { groupName, groupsOf, toggleGroup, toggleType } from './event-type-choice.ts';

const types = [
  { type: 'contact_created', group: 'contacts', label: 'Contact created' },
  { type: 'contact_deleted', group: 'contacts', label: 'Contact deleted' },
  { type: 'booking_created', group: 'bookings', label: 'Booking created' },
];

test('a search matches names, labels and groups, and leaves groups without a match out', () => {
  expect(groupsOf(types, '').map(({ group }) => group)).toEqual(['contacts', 'bookings']);
  expect(groupsOf(types, ' DELETED ').flatMap(({ types: found }) => found.map(({ type }) => type))).toEqual(['contact_deleted']);
  expect(groupsOf(types, 'bookings')).toHaveLength(1);
  expect(groupsOf(types, 'invoice')).toEqual([]);
});

test('a chosen type ends the choice of every event', () => {
  expect(toggleType(['*'], 'contact_created')).toEqual(['contact_created']);
  expect(toggleType(['contact_created', 'booking_created'], 'contact_created')).toEqual(['booking_created']);
});

test('a group is chosen whole, and left out when it was whole', () => {
  const contacts = types.slice(0, 2);
  const whole = toggleGroup(['booking_created', 'contact_created'], contacts);
  expect(whole).toEqual(['booking_created', 'contact_created', 'contact_deleted']);
  expect(toggleGroup(whole, contacts)).toEqual(['booking_created']);
});

test('a group has a name for people', () => {
  expect(groupName('event_subscriptions')).toBe('Event subscriptions');
});
