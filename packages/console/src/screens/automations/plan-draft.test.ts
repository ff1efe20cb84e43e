import { expect, test } from '@jest/globals';
import { eventTypes } from '@space/contracts/events';
import { routes } from '../../made/routes.ts';
import { mergeTags } from './merge-tags.ts';
import { payloadNames, payloadOf } from './payload.ts';
import { changedPlan, newStep, type PlanFields, planDraftOf, readPlan } from './plan-draft.ts';
import { recipeFields, recipes } from './recipes.ts';

const fields: PlanFields = {
  name: 'Greet',
  description: null,
  trigger: { event_type: 'contact_tagged', filters: { tag: ['a', 'b'], actor_kind: 'person' } },
  actions: [{ operation: 'contacts.tag', arguments: { id: '{{contact.id}}', tags: ['new'] }, name: 'Tag it' }],
};

test('an automation that goes through the editor comes out as it was', () => {
  expect(readPlan(planDraftOf(fields))).toEqual({ fields, faults: {} });
  const byHand: PlanFields = { ...fields, trigger: { manual: true } };
  expect(readPlan(planDraftOf(byHand)).fields).toEqual(byHand);
});

test('a change sends only the parts that changed', () => {
  const draft = planDraftOf(fields);
  expect(changedPlan(fields, readPlan(draft).fields)).toEqual({});
  const renamed = readPlan({ ...draft, name: 'Welcome ', filters: { tag: 'a' } }).fields;
  expect(changedPlan(fields, renamed)).toEqual({ name: 'Welcome', trigger: { event_type: 'contact_tagged', filters: { tag: 'a' } } });
});

test('the faults of a step name its field as the service does', () => {
  const inputs = {
    tags: { create: { summary: '', schema: { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] } } },
  };
  const plan = { ...planDraftOf(fields), steps: [newStep('contacts.list'), { ...newStep('tags.create'), draft: { fields: {} } }] };
  expect(readPlan(plan, inputs).faults).toEqual({ 'actions.1.arguments.name': 'This is required.' });
  expect(Object.keys(readPlan({ ...plan, name: '', steps: [] }).faults)).toEqual(['name', 'actions']);
});

test('a recipe names operations and event types that exist, and an unknown one is empty', () => {
  expect(recipes).toHaveLength(3);
  for (const {
    fields: { actions, trigger },
  } of recipes) {
    for (const { operation } of actions) expect(routes[operation.split('.')[0]!]?.[operation.split('.')[1]!]).toBeDefined();
    if ('event_type' in trigger) expect(eventTypes.has(trigger.event_type)).toBe(true);
  }
  expect(recipeFields('nothing').actions).toEqual([]);
});

test('merge tags come from the contact and the event of the trigger, the payload and the answers of earlier steps', () => {
  const sample = { contact_id: 'con_1', contact: { id: 'con_1', tags: ['a', 'b'] } };
  const tags = mergeTags({
    sample,
    event_type: 'contact_created',
    payload: { note: 'Hi' },
    earlier: [{ operation: 'tags.create', answers: ['id'] }],
  });
  expect(tags.map(({ tag }) => tag)).toEqual([
    'contact.id',
    'contact.tags',
    'contact.tags.0',
    'event.id',
    'event.type',
    'event.occurred_at',
    'event.data.contact_id',
    'event.data.contact',
    'event.data.contact.id',
    'event.data.contact.tags',
    'event.data.contact.tags.0',
    'payload.note',
    'steps.0.id',
  ]);
  expect(mergeTags({ sample: undefined, event_type: '', payload: undefined, earlier: [] })).toEqual([]);
});

test('the payload of a run by hand has a field for each name that the steps read, and JSON in it has its type', () => {
  const actions = [{ arguments: { id: '{{payload.contact_id}}', tags: ['{{ payload.tag }}', '{{payload.tag}}', '{{contact.id}}'] } }];
  expect(payloadNames(actions)).toEqual(['contact_id', 'tag']);
  expect(payloadOf({ count: '3', text: 'a', list: '[1]', wrong: '{', none: '' })).toEqual({ count: 3, text: 'a', list: [1], wrong: '{' });
});
