/** A group of processes that share the work of consuming events: each event is handled by one of them. */
export interface ConsumerGroupEntry {
  readonly name: string;
  /** Milliseconds between the starts of two batches, at least: 0 for a group whose effect someone waits for. */
  readonly linger_ms: number;
  /** Batches of one outbox that are handled together on one machine; 1 for a group that needs the order of events. */
  readonly concurrent_batches: number;
  /** The schemas whose events it reads; all without it. Other events are not sent to it and need no ack of it. */
  readonly reads?: readonly string[];
}

/** The entry of one service: all that other places must know of it. */
export interface ServiceEntry {
  /** The folder below `services/`, the queue group on NATS, the Deployment, the label in metrics. */
  readonly name: string;
  /** The Postgres schema that it uses. */
  readonly schema: string;
  /** True when it emits events, so that its schema has an outbox. */
  readonly emits: boolean;
  /** The consumer groups that it runs. An event leaves its outbox when all groups that read it have acked it. */
  readonly consumer_groups: readonly ConsumerGroupEntry[];
  /** Prefixes of the ids that it makes; no two services share one. */
  readonly id_prefixes: readonly string[];
  /** TCP ports that a Service of Kubernetes opens, by name; every process serves metrics and health on 9464 besides. */
  readonly ports: Readonly<Record<string, number>>;
  /** True when it reads or writes the object store. */
  readonly object_store?: true;
  /** True when it sends requests to public addresses. */
  readonly internet: boolean;
}

/**
 * Every service of the system, in the order they start: the gateway is the last to take traffic and the first to stop.
 *
 * This is the only list. `npm run check` compares it with docker-compose.yml, the chart, the Dockerfile, Prometheus, the
 * lint rules and the standalone profile; `npm run new service <name>` adds to all of them.
 */
export const manifest = {
  contacts: {
    name: 'contacts',
    schema: 'contacts',
    emits: true,
    consumer_groups: [],
    id_prefixes: ['con', 'aud', 'tag', 'chg'],
    ports: {},
    internet: false,
  },
  tables: {
    name: 'tables',
    schema: 'tables',
    emits: true,
    consumer_groups: [],
    id_prefixes: ['tbl', 'col', 'viw', 'row', 'cmt', 'shr', 'snp'],
    ports: {},
    internet: false,
  },
  publishing: {
    name: 'publishing',
    schema: 'publishing',
    emits: true,
    consumer_groups: [],
    id_prefixes: ['sit', 'pag', 'blg', 'pst', 'soc', 'sac', 'pln'],
    ports: {},
    object_store: true,
    internet: true,
  },
  scheduling: {
    name: 'scheduling',
    schema: 'scheduling',
    emits: true,
    consumer_groups: [{ name: 'calendar', linger_ms: 100, concurrent_batches: 1, reads: ['work'] }],
    id_prefixes: ['frm', 'sub', 'fil', 'bkp', 'bok', 'cal'],
    ports: {},
    internet: false,
  },
  events: {
    name: 'events',
    schema: 'events',
    emits: true,
    consumer_groups: [
      { name: 'events', linger_ms: 100, concurrent_batches: 1 },
      { name: 'automations', linger_ms: 100, concurrent_batches: 1 },
    ],
    id_prefixes: ['lis', 'aut', 'run'],
    ports: {},
    internet: false,
  },
  delivery: {
    name: 'delivery',
    schema: 'events',
    emits: false,
    consumer_groups: [{ name: 'delivery', linger_ms: 2, concurrent_batches: 4 }],
    id_prefixes: ['rcv'],
    ports: {},
    internet: true,
  },
  integrations: {
    name: 'integrations',
    schema: 'integrations',
    emits: true,
    consumer_groups: [],
    id_prefixes: ['sec', 'int'],
    ports: {},
    internet: true,
  },
  commerce: {
    name: 'commerce',
    schema: 'commerce',
    emits: true,
    consumer_groups: [],
    id_prefixes: ['pmc', 'ord', 'rfd', 'dsp', 'prd', 'prc', 'inv', 'sbn', 'pyo', 'jrn', 'wtx', 'rec'],
    ports: {},
    internet: true,
  },
  work: {
    name: 'work',
    schema: 'work',
    emits: true,
    consumer_groups: [],
    id_prefixes: ['prj', 'sta', 'tsk', 'tln', 'tcm'],
    ports: {},
    internet: false,
  },
  library: {
    name: 'library',
    schema: 'library',
    emits: true,
    consumer_groups: [
      { name: 'uses', linger_ms: 20, concurrent_batches: 1, reads: ['tables', 'work', 'library', 'publishing', 'scheduling', 'gateway'] },
    ],
    id_prefixes: ['fld', 'ast', 'upl', 'doc', 'dcm', 'dsh', 'wbd'],
    ports: {},
    object_store: true,
    internet: true,
  },
  media: {
    name: 'media',
    schema: 'library',
    emits: false,
    consumer_groups: [],
    id_prefixes: [],
    ports: {},
    object_store: true,
    internet: false,
  },
  gateway: {
    name: 'gateway',
    schema: 'gateway',
    emits: true,
    consumer_groups: [],
    id_prefixes: ['spc', 'key', 'agt', 'cli', 'gra', 'per', 'mbr', 'ivt', 'ses', 'sgn', 'pky', 'idn'],
    ports: { api: 8080, public: 8081, console: 8082 },
    object_store: true,
    internet: true,
  },
} as const satisfies Readonly<Record<string, ServiceEntry>>;

/** The entries of the manifest, in the order the services start. */
export const serviceEntries: readonly ServiceEntry[] = Object.values(manifest);

/** The consumer groups of all services. */
export const consumerGroups: readonly ConsumerGroupEntry[] = serviceEntries.flatMap((entry) => entry.consumer_groups);
