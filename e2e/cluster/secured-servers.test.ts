import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { type NatsServer, natsBus } from '@space/bus';
import { type Client, createClient } from '@space/client';
import { catalog } from '@space/contracts/catalog';
import { scopes } from '@space/contracts/core';
import { createMessageSigner } from '@space/crypto';
import { type Database, databaseTarget, missingMigrations, openDatabase, sql } from '@space/database';
import { publishDirectly } from '@space/event-log/testing';
import { eventually, type Receiver, startReceiver } from '@space/runtime/testing';
import { Kafka, logLevel, type SASLOptions } from 'kafkajs';
import { connect, headers, type NatsConnection } from 'nats';
import { z } from 'zod';
import { createMessageSeal, SIGNATURE_HEADER } from '../../packages/bus/src/signed-message.ts';
import { startCluster } from '../../scripts/profiles/cluster.ts';
import type { Profile } from '../../scripts/profiles/profile.ts';
import { consumerGroups } from '../../services/manifest.ts';
import { connectAsIntruder, PASSWORD, type SecuredServers, startSecuredServers } from './secured-servers.ts';

jest.setTimeout(180_000);

let servers: SecuredServers;
beforeAll(async () => {
  servers = await startSecuredServers();
}, 240_000);
afterAll(() => servers.stop());

const pem = () => ({
  ca: readFileSync(servers.files.ca, 'utf8'),
  cert: readFileSync(servers.files.cert, 'utf8'),
  key: readFileSync(servers.files.key, 'utf8'),
});

describe('Postgres that demands TLS, a certificate and a password', () => {
  const open = (query: string, certificates = {}, host = '127.0.0.1') =>
    missingMigrations(databaseTarget(servers.database_url.replace('127.0.0.1', host) + query, certificates), []);

  test.each([
    ['without TLS', '', () => ({}), 'pg_hba.conf'],
    ['without a certificate of the client', '?sslmode=require', () => ({ ca: pem().ca }), 'certificate'],
    ['that does not know the CA', '?sslmode=verify-full', () => ({ cert: pem().cert, key: pem().key }), 'certificate'],
  ])('refuses a client %s', async (_what, query, certificates, reason) => {
    await expect(open(query, certificates())).rejects.toThrow(reason);
  });

  test('is refused by verify-full under another host name, and accepted by verify-ca', async () => {
    await expect(open('?sslmode=verify-full', pem(), 'localhost')).rejects.toThrow(/altnames|Host/);
    await expect(open('?sslmode=verify-ca', pem(), 'localhost')).resolves.toEqual([]);
    await expect(open('?sslmode=verify-full', pem())).resolves.toEqual([]);
  });
});

describe('NATS that demands a login', () => {
  const signer = createMessageSigner(randomBytes(32).toString('base64'));
  // An observer that throws ends the attempts.
  const failed = (_doing: string, error: unknown): void => {
    throw error;
  };
  const answers = async (server: NatsServer): Promise<boolean> => {
    const bus = await natsBus({ ...server, name: 'test', signer }, { failed });
    const isReady = bus.ready();
    await bus.close();
    return isReady;
  };

  test('refuses a client without it', async () => {
    const { ca: caFile, cert: certFile, key: keyFile } = servers.files;
    await expect(connect({ servers: servers.nats, tls: { caFile } })).rejects.toThrow();
    const checkServerIdentity = () => undefined;
    const tls = { caFile, certFile, keyFile, checkServerIdentity };
    await expect(connect({ servers: servers.nats, tls })).rejects.toThrow('Authorization Violation');
    for (const server of [servers.natsWithToken, servers.natsWithAccounts])
      await expect(connect({ servers: server })).rejects.toThrow('Authorization Violation');
  });

  test('accepts a password or an nkey over TLS, a token, and credentials of an account', async () => {
    const tls = pem();
    expect(await answers({ servers: [servers.nats], tls, login: { user: 'space', password: PASSWORD } })).toBe(true);
    expect(await answers({ servers: [servers.nats], tls, login: { nkeySeed: servers.nkeySeed } })).toBe(true);
    expect(await answers({ servers: [servers.natsWithToken], login: { token: PASSWORD } })).toBe(true);
    expect(await answers({ servers: [servers.natsWithAccounts], login: { credentials: servers.credentials } })).toBe(true);
  });

  test('is refused without TLS by a client that wants TLS; the reason is reported without the token', async () => {
    const opening = natsBus({ servers: [servers.natsWithToken], tls: {}, login: { token: PASSWORD }, name: 'test', signer }, { failed });
    const error = await opening.catch((reason: unknown) => reason);
    expect(String(error)).toContain('tls');
    expect(String((error as Error).stack)).not.toContain(PASSWORD);
  });
});

describe('Kafka that demands TLS, a certificate and a login', () => {
  async function topicsFor(sasl: SASLOptions | undefined, ssl: object | undefined): Promise<readonly string[]> {
    const admin = new Kafka({
      brokers: [servers.kafka],
      ...(ssl ? { ssl } : {}),
      ...(sasl ? { sasl } : {}),
      logLevel: logLevel.NOTHING,
      retry: { retries: 0 },
      connectionTimeout: 20_000,
    }).admin();
    await admin.connect();
    return admin.listTopics().finally(() => admin.disconnect());
  }

  test.each(['plain', 'scram-sha-256', 'scram-sha-512'] as const)('accepts %s', async (mechanism) => {
    await expect(topicsFor({ mechanism, username: 'space', password: PASSWORD } as SASLOptions, pem())).resolves.toBeDefined();
  });

  test('refuses a client without one of them', async () => {
    const login = { mechanism: 'scram-sha-512', username: 'space', password: PASSWORD } as const;
    await expect(topicsFor(login, undefined)).rejects.toThrow();
    await expect(topicsFor(login, { ca: pem().ca })).rejects.toThrow();
    await expect(topicsFor(undefined, pem())).rejects.toThrow();
    await expect(topicsFor({ ...login, password: 'wrong' }, pem())).rejects.toThrow(/uthentication/);
  });
});

describe('a cluster on these servers', () => {
  let cluster: Profile;
  let client: Client;
  let space_id: string;
  let database: Database;
  let receiver: Receiver;
  let intruder: NatsConnection;

  beforeAll(async () => {
    const { ca, cert, key } = servers.files;
    const database_url = `${servers.database_url}?sslmode=verify-full&sslrootcert=${ca}&sslcert=${cert}&sslkey=${key}`;
    cluster = await startCluster({
      folder: servers.folder,
      database_url,
      nats_url: `tls://${servers.nats}`,
      kafka_brokers: servers.kafka,
      gateways: 1,
      env: {
        SPACE_WEBHOOK_ALLOW: '127.0.0.0/8',
        NATS_USER: 'space',
        NATS_PASSWORD: PASSWORD,
        NATS_CA: ca,
        NATS_CERT: cert,
        NATS_KEY: key,
        KAFKA_SECURITY_PROTOCOL: 'SASL_SSL',
        KAFKA_SASL_MECHANISM: 'scram-sha-512',
        KAFKA_SASL_USERNAME: 'space',
        KAFKA_SASL_PASSWORD: PASSWORD,
        KAFKA_CA: pem().ca,
        KAFKA_CERT: pem().cert,
        KAFKA_KEY: pem().key,
      },
    });
    const { base_url, operator_token } = cluster.connection;
    const { settings } = createClient({ base_url, api_key: operator_token });
    ({ id: space_id } = await settings.create_space({ name: 'Secured' }));
    const { api_key } = await settings.create_key({ space_id, scopes: [...scopes] });
    client = createClient({ base_url, api_key });
    database = await openDatabase(database_url, { connections: 1 });
    receiver = await startReceiver();
    await client.event_subscriptions.create({ kind: 'webhook', name: 'All', url: receiver.url, event_types: ['*'] });
    intruder = await connectAsIntruder(servers);
  }, 240_000);
  afterAll(async () => {
    await intruder?.close();
    await cluster?.stop();
    await database?.end();
    await receiver?.close();
  });

  const refusals = async (kind: string): Promise<number> => {
    const pages = await Promise.all(cluster.connection.metrics_urls.map(async (url) => (await fetch(url)).text()));
    const values = pages.flatMap((page) => [...page.matchAll(/^space_messages_refused_total\{kind="(\w+)".*\} (\d+)$/gm)]);
    return values.filter(([, of]) => of === kind).reduce((sum, [, , value]) => sum + Number(value), 0);
  };

  test('answers calls and delivers events; its logs contain no password', async () => {
    await client.contacts.create({ name: 'Ada', email: 'ada@example.com' });
    await eventually(() => expect(receiver.received.map(({ event }) => event.type)).toContain('contact_created'), { timeout: 60_000 });
    expect(await refusals('call')).toBe(0);
    for (const file of cluster.connection.log_files) expect(readFileSync(file, 'utf8')).not.toContain(PASSWORD);
  });

  test('a client of NATS without the secret key gets nothing from any subject, public or internal, and creates no key', async () => {
    const counts = () =>
      database.one(sql.type(z.object({ spaces: z.number(), keys: z.number() }))`
        select (select count(*) from gateway.space) as spaces, (select count(*) from gateway.api_key) as keys`);
    const before = await counts();
    const seal = createMessageSeal(createMessageSigner(randomBytes(32).toString('base64')));
    const body = Buffer.from(JSON.stringify({ space_id, scopes: [...scopes], name: 'Intruder' }));
    const deadline = Date.now() + 120_000;
    const call = JSON.stringify({
      caller: { space_id, key_id: null, scopes: ['*'], operator: true, actor: { kind: 'person', id: 'person_1', name: 'Eve' } },
      params: {},
      request_id: 'req_1',
      deadline,
      trace: {},
    });
    const send = async (subject: string, signature?: string): Promise<string> => {
      const head = headers();
      head.set('Space-Call', call);
      if (signature) head.set(SIGNATURE_HEADER, signature);
      const answer = await intruder.request(subject, body, { headers: head, timeout: 30_000 });
      return `${answer.headers?.get('Nats-Service-Error')} ${answer.data.length}`;
    };
    expect(catalog.length).toBeGreaterThan(100);
    for (const { subject } of catalog) {
      expect([subject, await send(subject)]).toEqual([subject, 'unsigned 0']);
      expect([subject, await send(subject, seal.signCall(subject, call, body, deadline))]).toEqual([subject, 'forged 0']);
    }
    expect(await counts()).toEqual(before);
    expect(await refusals('call')).toBe(2 * catalog.length);
  });

  test('a forged record on Kafka is neither delivered nor stored', async () => {
    const genuine = JSON.parse(receiver.received.find(({ event }) => event.type === 'contact_created')!.body);
    const { delivery_id: _delivery, attempt: _attempt, ...event } = { ...genuine, id: 'evt_forged' };
    const forged = {
      id: event.id,
      type: event.type,
      space_id,
      source: 'contacts',
      body: JSON.stringify(event),
      trace: null,
      recorded_at: null,
    };
    const brokers = servers.kafkaWithoutLogin;
    await publishDirectly(brokers, [forged, Buffer.from('no event')]);
    await publishDirectly(brokers, [forged], createMessageSigner(randomBytes(32).toString('base64')));
    // A genuine event of the Space is in the same partition, after the forged ones.
    const { id } = await client.contacts.create({ name: 'Bob', email: 'bob@example.com' });
    const idOf = (data: Record<string, unknown>) => (data.contact as { id?: string } | undefined)?.id;
    await eventually(() => expect(receiver.received.map((one) => idOf(one.event.data))).toContain(id), { timeout: 60_000 });
    await eventually(async () => expect(await refusals('event')).toBe(3 * consumerGroups.length), { timeout: 30_000 });
    expect(receiver.received.map((one) => one.event.id)).not.toContain('evt_forged');
    const stored = await database.one(sql.type(z.object({ count: z.number() }))`
      select (select count(*) from events.inbox where event_id = 'evt_forged') + (select count(*) from events.dead_letter) as count`);
    expect(stored.count).toBe(0);
  });
});
