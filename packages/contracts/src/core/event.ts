import { z } from 'zod';
import { ActorKind } from './actor.ts';

/** The texts that events have under a filter key, and how a filter is compared with them. */
export interface FilterRule {
  readonly text: z.ZodType;
  readonly ignores_case: boolean;
}

/** The thing that an event is about, if it can show assets; the service `library` reads again which assets it shows. */
export interface ShownBy<Key extends string = string> {
  /** The kind of the thing, as the list of the uses of an asset names it. */
  readonly kind: string;
  /** The key of `data` with the id of the thing; without it the event is about all such things in the container. */
  readonly id?: Key;
  /** The key of `data` with the id of the thing that contains it, such as the table of a row. */
  readonly container?: Key;
}

/** An event type: its name, its label and the schema of its `data`. */
export interface EventType<Name extends string = string, Data extends z.ZodObject = z.ZodObject> {
  readonly type: Name;
  /** The group it is listed under in GET /event-types. */
  readonly group: string;
  readonly label: string;
  /** The keys of `data` as the emitter gives them; `actor` and `actor_kind` are added to each (contract, V2). */
  readonly data: Data;
  readonly sample: z.input<Data>;
  /** The keys a listener's `filters` may use for this type; each is a key of `data`. */
  readonly filters: readonly (keyof z.input<Data> & string)[];
  /** The thing whose assets the event changes. A type whose data has `asset_ids` has it, and so has one that changes many such things. */
  readonly shown_by?: ShownBy<keyof z.input<Data> & string>;
  /** The rules of those filter keys whose texts have no closed set and are no ids. */
  readonly filter_rules?: { readonly [Key in keyof z.input<Data> & string]?: FilterRule };
}

/** Declares an event type; its name cannot be widened and its sample must fit its data. */
export const eventType = <const Name extends string, Data extends z.ZodObject>(declaration: EventType<Name, Data>): EventType<Name, Data> =>
  declaration;

/** The fields that every event has in addition to its own data: the actor that caused it (contract, V2). */
export const Enrichment = z.object({
  actor: z.object({
    kind: ActorKind,
    id: z.string().optional(),
    name: z.string(),
    chain: z.int().min(1).optional().describe('Of an automation: the length of the chain of automations that led to this event'),
  }),
  actor_kind: ActorKind,
});

/** Returns the data of a sample event of a type, as on the wire. */
export const enrichedSample = ({ sample }: EventType): Record<string, unknown> => ({
  ...sample,
  actor: { kind: 'api_key', id: 'key_01jd0000000000000000000000', name: 'CRM sync' } satisfies z.infer<typeof Enrichment>['actor'],
  actor_kind: 'api_key',
});

/** An event in a feed and in the body of a webhook (contract, V2). */
export const Event = z
  .object({
    id: z.string().describe('evt_…, stable across retries'),
    type: z.string(),
    label: z.string(),
    space_id: z.string(),
    occurred_at: z.iso.datetime({ precision: 3 }),
    data: z.record(z.string(), z.unknown()),
  })
  .meta({ id: 'Event' });

/** An event in a feed and in the body of a webhook. */
export type Event = z.infer<typeof Event>;

/** A webhook's body: the event, the delivery it belongs to and the attempt this is (contract, V4). */
export const WebhookBody = Event.extend({
  delivery_id: z.int(),
  attempt: z.int().min(1),
}).meta({ id: 'WebhookBody' });
