import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Client, createClient } from '@space/client';
import { scopes } from '@space/contracts';
import { freshDatabase } from '@space/database/testing';
import { startBrokers } from '../../scripts/brokers/brokers.ts';
import { startCluster } from '../../scripts/profiles/cluster.ts';
import type { ProfileConnection } from '../../scripts/profiles/profile.ts';
import type { Program } from '../../scripts/profiles/program.ts';

/** What can be killed and started again. */
export interface Killable {
  kill(signal: NodeJS.Signals): Promise<void>;
  restart(): Promise<void>;
}

/** A cluster of one test, on brokers and a database of its own: whatever happens to it, the profile under test goes on. */
export interface OwnCluster {
  readonly connection: ProfileConnection;
  readonly nats: Killable;
  readonly kafka: Killable;
  /** The process of one service. */
  process(service: string): Program;
  /** A client with a key that may do everything in a new Space; it never tries a call twice. */
  newClient(): Promise<{ client: Client; space_id: string }>;
  stop(): Promise<void>;
}

/** Starts the cluster with one gateway. Its webhooks may go to the loopback address. */
export async function startOwnCluster(env: Readonly<Record<string, string>> = {}): Promise<OwnCluster> {
  const folder = await mkdtemp(join(tmpdir(), 'space-own-cluster-'));
  const [database, brokers] = await Promise.all([freshDatabase(), startBrokers({ sources: ['native'] })]);
  const cluster = await startCluster({
    folder,
    database_url: database.url,
    nats_url: brokers.nats_url,
    kafka_brokers: brokers.kafka_brokers,
    gateways: 1,
    env: { SPACE_WEBHOOK_ALLOW: '127.0.0.0/8', SPACE_RATE_LIMIT: '0', ...env },
  });
  const { connection } = cluster;
  return {
    connection,
    nats: brokers.nats!,
    kafka: brokers.kafka!,
    process: (service) => cluster.programs.find(({ name }) => name === service)!,
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
