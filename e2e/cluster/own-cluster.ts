import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Client, createClient } from '@space/client';
import { scopes } from '@space/contracts/core';
import { createMessageSigner, type MessageSigner } from '@space/crypto';
import { freshDatabase } from '@space/database/testing';
import { startBrokers } from '../../scripts/brokers/brokers.ts';
import { startCluster } from '../../scripts/profiles/cluster.ts';
import type { ProfileConnection } from '../../scripts/profiles/profile.ts';
import type { Program } from '../../scripts/profiles/program.ts';
import { type Failpoints, failpoints } from './failpoints.ts';

/** A process that can be killed and restarted. */
export interface KillableProcess {
  kill(signal: NodeJS.Signals): Promise<void>;
  restart(): Promise<void>;
}

/** A cluster of one test file, with its own brokers and database, so that its faults affect no other test. */
export interface OwnCluster {
  readonly connection: ProfileConnection;
  readonly kafka_brokers: string;
  readonly database_url: string;
  /** Signs messages as a process of this cluster. */
  readonly signer: MessageSigner;
  readonly nats: KillableProcess;
  readonly kafka: KillableProcess;
  /** The data folder of the brokers. */
  readonly brokers_folder: string;
  /** Failpoints; they work if the cluster was started with `withFailpoints`. */
  readonly failpoints: Failpoints;
  /** Returns the process of a service, such as `delivery`, or its second one, `delivery-2`. */
  process(name: string): Program;
  /** Creates a Space and returns a client with every scope that never retries. */
  newClient(): Promise<{ client: Client; space_id: string }>;
  stop(): Promise<void>;
}

/** Options of startOwnCluster. */
export interface OwnClusterOptions {
  readonly env?: Readonly<Record<string, string>>;
  /** Preload failpoints into its processes. */
  readonly withFailpoints?: boolean;
  /** The services next to the gateway that run; default those of the path of an event. */
  readonly services?: readonly string[];
  /** Number of processes by service. */
  readonly replicas?: Readonly<Record<string, number>>;
}

/** The services that an event of a contact passes, and those that automations call. A process less saves a second of CPU time at each start. */
const EVENT_PATH = ['contacts', 'tables', 'events', 'delivery'];

/** Starts a cluster with one gateway. Webhooks to the loopback address are allowed. */
export async function startOwnCluster({
  env = {},
  withFailpoints = false,
  services = EVENT_PATH,
  replicas = {},
}: OwnClusterOptions = {}): Promise<OwnCluster> {
  const folder = await mkdtemp(join(tmpdir(), 'space-own-cluster-'));
  const [database, brokers] = await Promise.all([freshDatabase(), startBrokers({ sources: ['native'] })]);
  const points = failpoints(folder);
  const SPACE_SECRET_KEY = randomBytes(32).toString('base64');
  const cluster = await startCluster({
    folder,
    database_url: database.url,
    nats_url: brokers.nats_url,
    kafka_brokers: brokers.kafka_brokers,
    gateways: 1,
    services,
    replicas,
    env: { SPACE_WEBHOOK_ALLOW: '127.0.0.0/8', SPACE_RATE_LIMIT: '0', SPACE_SECRET_KEY, ...(withFailpoints ? points.env : {}), ...env },
  });
  const { connection } = cluster;
  return {
    connection,
    kafka_brokers: brokers.kafka_brokers,
    database_url: database.url,
    signer: createMessageSigner(SPACE_SECRET_KEY),
    brokers_folder: brokers.folder!,
    failpoints: points,
    nats: brokers.nats!,
    kafka: brokers.kafka!,
    process: (name) => cluster.programs.find((program) => program.name === name)!,
    async newClient() {
      const { settings } = createClient({ base_url: connection.base_url, api_key: connection.operator_token });
      const { id: space_id } = await settings.create_space({ name: 'Own' });
      const { api_key } = await settings.create_key({ space_id, scopes: [...scopes] });
      return { client: createClient({ base_url: connection.base_url, api_key, retries: 0 }), space_id };
    },
    async stop() {
      await cluster.stop();
      await brokers.stop();
      await database.drop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
