import { chown, copyFile, mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '@space/database/embedded';
import { connect, nkeys } from 'nats';
import { Client } from 'pg';
import { generate } from 'selfsigned';
import { readEnvironment } from '../../scripts/brokers/environment.ts';
import { install } from '../../scripts/brokers/install.ts';
import { startKafka } from '../../scripts/brokers/kafka.ts';
import { startNats } from '../../scripts/brokers/nats.ts';
import { startWatchdog } from '../../scripts/brokers/watchdog.ts';
import { freePorts } from '../../scripts/profiles/program.ts';
import { natsAccounts } from './nats-accounts.ts';

/** The password of every login. */
export const PASSWORD = 'only-for-this-test';

/** Files in PEM. */
interface CertificateFiles {
  readonly ca: string;
  readonly cert: string;
  readonly key: string;
}

/** Postgres, NATS and Kafka that demand TLS, a certificate of the client and a login; two NATS servers without TLS for other logins. */
export interface SecuredServers {
  readonly folder: string;
  /** The CA, and the certificate of the client. */
  readonly files: CertificateFiles;
  /** The URL of Postgres without parameters. */
  readonly database_url: string;
  readonly nats: string;
  readonly nkeySeed: string;
  readonly natsWithToken: string;
  /** A NATS with accounts, and the content of the credentials file of a user. */
  readonly natsWithAccounts: string;
  readonly credentials: string;
  readonly kafka: string;
  /** A listener of the same broker without TLS, for a writer that is let in by mistake. */
  readonly kafkaWithoutLogin: string;
  stop(): Promise<void>;
}

/** Starts the servers with certificates of a new CA. */
export async function startSecuredServers(): Promise<SecuredServers> {
  const folder = await mkdtemp(join(tmpdir(), 'space-secured-'));
  const [server, client] = await makeCertificates(folder);
  const { natsServer, java, jars } = await install(readEnvironment(), () => {});
  const [natsPort, tokenPort, accountsPort, plainPort, kafkaPort] = (await freePorts(5)) as [number, number, number, number, number];
  const { configuration, credentials } = natsAccounts();
  const watch = { watchdog: startWatchdog(undefined), onDeath: () => {} };
  const nkey = nkeys.createUser();
  const [postgres, nats, natsWithToken, natsWithAccounts, kafka] = await Promise.all([
    startPostgres(join(folder, 'postgres'), server),
    startNats({ natsServer, folder: join(folder, 'nats'), port: natsPort, configuration: natsUsers(server, nkey.getPublicKey()) }, watch),
    startNats(
      { natsServer, folder: join(folder, 'token'), port: tokenPort, configuration: `authorization { token: "${PASSWORD}" }\n` },
      watch,
    ),
    startNats({ natsServer, folder: join(folder, 'accounts'), port: accountsPort, configuration }, watch),
    startKafka(
      {
        java,
        jars,
        folder: join(folder, 'kafka'),
        port: plainPort,
        secured: { protocol: 'SASL_SSL', port: kafkaPort, properties: await kafkaProperties(folder, server), scram },
      },
      watch,
    ),
  ]);
  return {
    folder,
    files: client,
    database_url: postgres.url,
    nats: `127.0.0.1:${natsPort}`,
    nkeySeed: new TextDecoder().decode(nkey.getSeed()),
    natsWithToken: `127.0.0.1:${tokenPort}`,
    natsWithAccounts: `127.0.0.1:${accountsPort}`,
    credentials,
    kafka: `127.0.0.1:${kafkaPort}`,
    kafkaWithoutLogin: `127.0.0.1:${plainPort}`,
    async stop() {
      await Promise.all([...[nats, natsWithToken, natsWithAccounts, kafka].map((broker) => broker.kill('SIGKILL')), postgres.stop()]);
      watch.watchdog.release();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** The nats client compares a certificate with no IP address. */
const anyName = { checkServerIdentity: () => undefined };

/** Connects to NATS with the certificate and the password, as a program that is not ours would with stolen ones. */
export const connectAsIntruder = ({ nats, files }: SecuredServers): ReturnType<typeof connect> =>
  connect({
    servers: nats,
    user: 'space',
    pass: PASSWORD,
    tls: { caFile: files.ca, certFile: files.cert, keyFile: files.key, ...anyName },
  });

/** Creates a CA, and the certificates of the servers and of the client. The servers are valid for 127.0.0.1 and no host name. */
async function makeCertificates(folder: string): Promise<[CertificateFiles, CertificateFiles]> {
  const authority = await certificate('Test CA', undefined, true);
  const ca = join(folder, 'ca.pem');
  await writeFile(ca, authority.cert);
  const signed = async (name: string): Promise<CertificateFiles> => {
    const { cert, key } = await certificate(name, authority, false);
    const files = { ca, cert: join(folder, `${name}.pem`), key: join(folder, `${name}.key`) };
    await Promise.all([writeFile(files.cert, cert), writeFile(files.key, key, { mode: 0o600 })]);
    return files;
  };
  return [await signed('server'), await signed('space')];
}

async function certificate(name: string, ca: { key: string; cert: string } | undefined, isAuthority: boolean) {
  const { private: key, cert } = await generate([{ name: 'commonName', value: name }], {
    keyType: 'ec',
    algorithm: 'sha256',
    ...(ca ? { ca } : {}),
    extensions: [
      { name: 'basicConstraints', cA: isAuthority },
      ...(isAuthority ? [] : [{ name: 'subjectAltName' as const, altNames: [{ type: 7 as const, ip: '127.0.0.1' }] }]),
    ],
  });
  return { key, cert };
}

const natsUsers = ({ ca, cert, key }: CertificateFiles, nkey: string): string => `
tls { cert_file: "${cert}", key_file: "${key}", ca_file: "${ca}", verify: true }
authorization { users: [ { user: space, password: "${PASSWORD}" }, { nkey: ${nkey} } ] }
`;

const mechanisms = {
  'SCRAM-SHA-256': 'scram.ScramLoginModule',
  'SCRAM-SHA-512': 'scram.ScramLoginModule',
  PLAIN: 'plain.PlainLoginModule',
};
const scram = ['SCRAM-SHA-256', 'SCRAM-SHA-512'].map((mechanism) => `${mechanism}=[name=space,password=${PASSWORD}]`);

async function kafkaProperties(folder: string, { ca, cert, key }: CertificateFiles): Promise<Record<string, string>> {
  const keystore = join(folder, 'kafka-server.pem');
  await writeFile(keystore, (await readFile(key, 'utf8')) + (await readFile(cert, 'utf8')));
  const listener = 'listener.name.secured.';
  return {
    [`${listener}ssl.keystore.type`]: 'PEM',
    [`${listener}ssl.keystore.location`]: keystore,
    [`${listener}ssl.truststore.type`]: 'PEM',
    [`${listener}ssl.truststore.location`]: ca,
    [`${listener}ssl.client.auth`]: 'required',
    [`${listener}sasl.enabled.mechanisms`]: Object.keys(mechanisms).join(','),
    ...Object.fromEntries(
      Object.entries(mechanisms).map(([mechanism, module]) => [
        `${listener}${mechanism.toLowerCase()}.sasl.jaas.config`,
        `org.apache.kafka.common.security.${module} required${mechanism === 'PLAIN' ? ` user_space="${PASSWORD}"` : ''};`,
      ]),
    ),
  };
}

/** Starts a Postgres whose connections need TLS, a certificate of the CA and a password. */
async function startPostgres(folder: string, files: CertificateFiles): ReturnType<typeof startEmbeddedPostgres> {
  const postgres = await startEmbeddedPostgres({ folder, disposable: true });
  const data = join(folder, 'data');
  const { uid, gid } = await stat(data);
  await mkdir(join(data, 'tls'), { mode: 0o700 });
  for (const [name, file] of Object.entries(files)) await copyFile(file, join(data, 'tls', name));
  for (const file of ['', 'ca', 'cert', 'key']) await chown(join(data, 'tls', file), uid, gid);
  const client = new Client({ connectionString: postgres.url });
  await client.connect();
  for (const setting of ["ssl_ca_file = 'tls/ca'", "ssl_cert_file = 'tls/cert'", "ssl_key_file = 'tls/key'", 'ssl = on'])
    await client.query(`alter system set ${setting}`);
  await writeFile(join(data, 'pg_hba.conf'), 'hostssl all all 127.0.0.1/32 scram-sha-256 clientcert=verify-ca\n');
  await client.query('select pg_reload_conf()');
  await client.end();
  return postgres;
}
