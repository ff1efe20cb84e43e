import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Client, createClient } from '@space/client';
import { scopes } from '@space/contracts/core';
import { freshDatabase } from '@space/database/testing';
import { startBrokers } from '../../scripts/brokers/brokers.ts';
import { startCluster } from '../../scripts/profiles/cluster.ts';
import type { ProfileConnection } from '../../scripts/profiles/profile.ts';
import type { Program } from '../../scripts/profiles/program.ts';
import { type Failpoints, failpoints } from './failpoints.ts';

/** What can be killed and started again. */
export interface KillableProcess {
  kill(signal: NodeJS.Signals): Promise<void>;
  restart(): Promise<void>;
}

/** A cluster of one test, on brokers and a database of its own: whatever happens to it, the profile under test goes on. */
export interface OwnCluster {
  readonly connection: ProfileConnection;
  readonly kafka_brokers: string;
  readonly database_url: string;
  readonly nats: KillableProcess;
  readonly kafka: KillableProcess;
  /** Where the brokers keep their data. */
  readonly brokers_folder: string;
  /** Ways to hurt processes from within; only of a cluster that was started to be hurt. */
  readonly failpoints: Failpoints;
  /** The process of one service, or one more of it, `delivery-2`. */
  process(name: string): Program;
  /** A client with a key that may do everything in a new Space; it never tries a call twice. */
  newClient(): Promise<{ client: Client; space_id: string }>;
  stop(): Promise<void>;
}

/** How the cluster is started. */
export interface OwnClusterOptions {
  readonly env?: Readonly<Record<string, string>>;
  /** Its processes obey failpoints. */
  readonly withFailpoints?: boolean;
  /** Services that run more than once. */
  readonly replicas?: Readonly<Record<string, number>>;
}

/** Starts the cluster with one gateway. Its webhooks may go to the loopback address. */
export async function startOwnCluster({ env = {}, withFailpoints = false, replicas = {} }: OwnClusterOptions = {}): Promise<OwnCluster> {
  const folder = await mkdtemp(join(tmpdir(), 'space-own-cluster-'));
  const [database, brokers] = await Promise.all([freshDatabase(), startBrokers({ sources: ['native'] })]);
  const points = failpoints(folder);
  const cluster = await startCluster({
    folder,
    database_url: database.url,
    nats_url: brokers.nats_url,
    kafka_brokers: brokers.kafka_brokers,
    gateways: 1,
    replicas,
    env: { SPACE_WEBHOOK_ALLOW: '127.0.0.0/8', SPACE_RATE_LIMIT: '0', ...(withFailpoints ? points.env : {}), ...env },
  });
  const { connection } = cluster;
  return {
    connection,
    kafka_brokers: brokers.kafka_brokers,
    database_url: database.url,
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
