import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { validate } from '@space/bus/field-errors';
import { DEFAULT_ASSET_QUOTA_BYTES, DEFAULT_MAX_ASSET_BYTES } from '@space/contracts/assets';
import { DEFAULT_RATE_LIMIT, type FieldError, isPortEntry, Role, toSentence } from '@space/contracts/core';
import {
  CONNECTION_SECONDS,
  DEFAULT_MAX_CONNECTIONS,
  DEFAULT_MAX_IN_FLIGHT,
  DEFAULT_MAX_NETWORK_CONNECTIONS,
  DEFAULT_STORAGE_LIMITS,
  DEFAULT_VISITOR_RATE_LIMIT,
  STORAGE_FLOOR_MB,
} from '@space/contracts/platform';
import { z } from 'zod';

const port = (fallback: number) => z.coerce.number().int().min(0).max(65_535).default(fallback);
const count = (min: number, max: number, fallback: number) => z.coerce.number().int().min(min).max(max).default(fallback);
const text = z.string().trim().min(1);

const SECRET_KEY_BYTES = 32;
/** A comma-separated list whose parts are all valid. */
const listOf = (isValid: (part: string) => boolean, message: string) =>
  text.refine((list) => list.split(',').every((part) => isValid(part.trim())), message);
const isSecretKey = (part: string): boolean => Buffer.from(part, 'base64').length === SECRET_KEY_BYTES;
const isCidr = (part: string): boolean => {
  const [address = '', bits = ''] = part.split('/');
  const family = isIP(address);
  return family !== 0 && /^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128);
};

/** Returns true for the address of a whole origin: cookies and the check of the sender know no path. */
const isOrigin = (url: string): boolean => /^https?:\/\/[^/?#@]+\/?$/.test(url);

/** The names that every S3 server accepts for a bucket. */
const BUCKET = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/;

/** The address of clamd: host and port, or the path of a socket. */
const CLAMD = /^clamd:\/\/(?:[^/?#@]+\/?|\/[^?#]+)$/;

const isDomain = (part: string): boolean => /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$/i.test(part);

/** All settings of all processes. Only this file reads the environment. */
const Settings = z.object({
  SPACE_PORT: port(8080).describe('REST and MCP'),
  SPACE_PUBLIC_PORT: port(8081).describe('Pages made by the users of a Space: the public origin, without cookies'),
  SPACE_CONSOLE_PORT: port(8082).describe('The console for people, an origin of its own'),
  SPACE_METRICS_PORT: port(9464).describe('/metrics, /livez and /readyz'),
  SPACE_HOST: text
    .default('127.0.0.1')
    .describe('The address to listen on; 0.0.0.0 for all, which the image, the compose file and the chart set'),
  SPACE_BASE_URL: z.url().optional().describe('URL at which clients reach REST, without the version'),
  SPACE_PUBLIC_URL: z.url().optional().describe('URL at which visitors reach the public origin'),
  SPACE_CONSOLE_URL: z
    .url()
    .refine(isOrigin, 'must be http or https with a host and no path, such as https://console.example.com')
    .optional()
    .describe('URL at which people reach the console; https outside of localhost'),
  SPACE_DATA_DIR: text.default('.space').describe('Data folder of the standalone profile'),
  SPACE_STORAGE_FLOOR_MB: z.coerce
    .number()
    .int()
    .min(0)
    .default(STORAGE_FLOOR_MB)
    .describe('Free disk space in MB below which the standalone profile refuses changes; 0 to never refuse'),
  DATABASE_URL: text.optional().describe('URL of Postgres; the standalone profile starts its own by default'),
  DATABASE_CA: text.optional().describe('CA of Postgres, PEM text or the path of a file'),
  DATABASE_CERT: text.optional().describe('Certificate of this client for Postgres, PEM text or the path of a file'),
  DATABASE_KEY: text.optional().describe('Key of DATABASE_CERT, PEM text or the path of a file'),
  SPACE_DATABASE_POOL: z.coerce.number().int().min(1).max(500).default(10).describe('Maximum number of connections of one process'),
  NATS_URL: text.optional().describe('Comma-separated URLs of NATS servers'),
  NATS_USER: text.optional().describe('User of NATS'),
  NATS_PASSWORD: text.optional().describe('Password of NATS_USER'),
  NATS_TOKEN: text.optional().describe('Token for NATS'),
  NATS_NKEY: text.optional().describe('Seed of an nkey for NATS, or the path of a file with it'),
  NATS_CREDS: text.optional().describe('Credentials (JWT and seed) for NATS, or the path of a file with them'),
  NATS_CA: text.optional().describe('CA of NATS, PEM text or the path of a file; connections then need TLS'),
  NATS_CERT: text.optional().describe('Certificate of this client for NATS, PEM text or the path of a file'),
  NATS_KEY: text.optional().describe('Key of NATS_CERT, PEM text or the path of a file'),
  KAFKA_BROKERS: text.optional().describe('Comma-separated host:port of Kafka brokers'),
  KAFKA_SECURITY_PROTOCOL: z
    .enum(['PLAINTEXT', 'SSL', 'SASL_PLAINTEXT', 'SASL_SSL'])
    .default('PLAINTEXT')
    .describe('TLS and login of Kafka'),
  KAFKA_SASL_MECHANISM: z
    .preprocess(
      (value) => (typeof value === 'string' ? value.toLowerCase() : value),
      z.enum(['plain', 'scram-sha-256', 'scram-sha-512']).optional(),
    )
    .describe('Mechanism of the login to Kafka'),
  KAFKA_SASL_USERNAME: text.optional().describe('User of Kafka'),
  KAFKA_SASL_PASSWORD: text.optional().describe('Password of KAFKA_SASL_USERNAME'),
  KAFKA_CA: text.optional().describe('CA of Kafka, PEM text or the path of a file'),
  KAFKA_CERT: text.optional().describe('Certificate of this client for Kafka, PEM text or the path of a file'),
  KAFKA_KEY: text.optional().describe('Key of KAFKA_CERT, PEM text or the path of a file'),
  OBJECT_STORE: text.optional().describe('Folder of the object store; the processes of a cluster share it'),
  S3_BUCKET: text
    .regex(BUCKET, 'must be the name of a bucket: 3 to 63 characters of a-z, 0-9, . and -')
    .optional()
    .describe('Bucket of the object store, in place of OBJECT_STORE; credentials are those of the AWS SDK, such as AWS_ACCESS_KEY_ID'),
  S3_REGION: text.optional().describe('Region of S3_BUCKET'),
  S3_ENDPOINT: z
    .url()
    .refine(isOrigin, 'must be http or https with a host and no path, such as https://s3.example.com')
    .optional()
    .describe('Address of an S3 server other than AWS'),
  SPACE_SECRET_KEY: listOf(isSecretKey, `must be ${SECRET_KEY_BYTES} bytes in base64 (openssl rand -base64 ${SECRET_KEY_BYTES})`)
    .optional()
    .describe('32 bytes in base64 that encrypt secrets at rest; to rotate, put the new key before the old one, with a comma'),
  SPACE_OPERATOR_TOKEN: z.string().min(16).optional().describe('Token of the operator for the settings of Spaces'),
  SPACE_RATE_LIMIT: z.coerce
    .number()
    .int()
    .min(0)
    .default(DEFAULT_RATE_LIMIT.per_second)
    .describe('Requests per second of one key; 0 for no limit'),
  SPACE_VISITOR_RATE_LIMIT: count(0, 1_000_000, DEFAULT_VISITOR_RATE_LIMIT).describe(
    'Requests per second of one network without a valid key, over ten seconds; 0 for no limit',
  ),
  SPACE_MAX_IN_FLIGHT: count(10, 1_000_000, DEFAULT_MAX_IN_FLIGHT).describe('Requests in progress in one gateway'),
  SPACE_MAX_CONNECTIONS: count(1, 1_000_000, DEFAULT_MAX_CONNECTIONS).describe('Open connections of each port of a gateway'),
  SPACE_MAX_NETWORK_CONNECTIONS: count(0, 1_000_000, DEFAULT_MAX_NETWORK_CONNECTIONS).describe(
    'Open connections of one network to each port of a gateway; 0 for no limit',
  ),
  SPACE_MAX_REQUESTS_PER_CONNECTION: count(0, 1_000_000, 0).describe(
    'Requests after which a gateway closes a connection, so that clients spread over new gateways; 0 for no limit',
  ),
  SPACE_HEADERS_TIMEOUT_SECONDS: count(1, 600, CONNECTION_SECONDS.headers).describe('Seconds for the headers of a request'),
  SPACE_REQUEST_TIMEOUT_SECONDS: count(1, 600, CONNECTION_SECONDS.request).describe('Seconds for a request with its body to arrive'),
  SPACE_KEEP_ALIVE_SECONDS: count(1, 3_600, CONNECTION_SECONDS.keep_alive).describe('Seconds after which an idle connection is closed'),
  SPACE_STORAGE_BYTES: count(0, Number.MAX_SAFE_INTEGER, DEFAULT_STORAGE_LIMITS.bytes).describe(
    'Bytes that a Space may store; 0 for no limit',
  ),
  SPACE_STORAGE_ROWS: count(0, Number.MAX_SAFE_INTEGER, DEFAULT_STORAGE_LIMITS.rows).describe(
    'Rows that a Space may store; 0 for no limit',
  ),
  SPACE_STORAGE_FILES: count(0, Number.MAX_SAFE_INTEGER, DEFAULT_STORAGE_LIMITS.files).describe(
    'Files that a Space may store; 0 for no limit',
  ),
  SPACE_ASSET_QUOTA_BYTES: count(0, Number.MAX_SAFE_INTEGER, DEFAULT_ASSET_QUOTA_BYTES).describe(
    'Bytes that the different files of the assets of a Space may have; 0 for no limit',
  ),
  SPACE_ASSET_MAX_BYTES: count(0, Number.MAX_SAFE_INTEGER, DEFAULT_MAX_ASSET_BYTES).describe(
    'Bytes of the largest file of an asset; 0 for no limit of its own',
  ),
  SPACE_SCANNER: text
    .regex(CLAMD, 'must be an address of clamd such as clamd://scanner:3310 or clamd:///run/clamav/clamd.ctl')
    .optional()
    .describe('Address of clamd, the virus scanner of the files of assets and forms; without it files are not scanned'),
  SPACE_WEBHOOK_ALLOW: listOf(isCidr, 'must be comma-separated CIDRs, for example 127.0.0.0/8')
    .optional()
    .describe('CIDRs that webhooks may reach although they are not public, for development'),
  SPACE_WEBHOOK_PORTS: listOf(isPortEntry, 'must be comma-separated ports and ranges, for example 443,8000-8999')
    .optional()
    .describe('Ports that webhooks and social networks may have'),
  SPACE_TRUSTED_PROXIES: listOf(isCidr, 'must be comma-separated CIDRs, for example 10.0.0.0/8')
    .optional()
    .describe('CIDRs of proxies in front of the gateway, whose X-Forwarded-For contains the address of the visitor'),
  SPACE_DRAIN_SECONDS: z.coerce
    .number()
    .min(0)
    .max(60)
    .default(0)
    .describe('Seconds to continue serving after a stop signal, until load balancers have noticed'),
  SPACE_CONSUMER_OVERDUE_HOURS: z.coerce
    .number()
    .positive()
    .max(720)
    .default(24)
    .describe('Hours without progress after which a consumer group no longer holds back the deletion of events'),
  SPACE_EMBEDDINGS_URL: z
    .url()
    .optional()
    .describe('OpenAI-compatible API (…/v1) for the embeddings of search_tools; default: a local model'),
  SPACE_EMBEDDINGS_KEY: text.optional().describe('Key of the embeddings API'),
  SPACE_EMBEDDINGS_MODEL: text.default('text-embedding-3-small').describe('Model of the embeddings API'),
  SPACE_OIDC_ISSUER: z.url().optional().describe('Address of the identity provider (OpenID Connect) with which people sign in'),
  SPACE_OIDC_CLIENT_ID: text.optional().describe('Id of this installation at the identity provider'),
  SPACE_OIDC_CLIENT_SECRET: text.optional().describe('Secret of SPACE_OIDC_CLIENT_ID; a public client has none'),
  SPACE_OIDC_NAME: text.max(60).default('single sign-on').describe('Name of the identity provider on the buttons'),
  SPACE_OIDC_SPACE: text.optional().describe('Id of the Space that people of SPACE_OIDC_DOMAINS join with their first sign-in'),
  SPACE_OIDC_DOMAINS: listOf(isDomain, 'must be comma-separated domains, for example example.com')
    .optional()
    .describe('Domains of verified email addresses with which people may join SPACE_OIDC_SPACE without an invitation'),
  SPACE_OIDC_DEFAULT_ROLE: Role.exclude(['owner']).default('viewer').describe('Role of people who join without an invitation'),
  SPACE_OIDC_ONLY: z.enum(['0', '1']).default('0').describe('1 lets people sign in with the identity provider only'),
  SPACE_STRIPE_API: z.url().default('https://api.stripe.com').describe('Address of the API of Stripe; another one is for tests'),
  SPACE_CHECK_OUTPUTS: z.enum(['0', '1']).default('0').describe('1 validates every answer and every row against its schema, for tests'),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'silent']).default('info'),
  OTEL_EXPORTER_OTLP_ENDPOINT: z.url().optional().describe('OTLP endpoint for traces'),
});

/** All settings, typed. */
export type Config = z.infer<typeof Settings>;

/** Thrown for settings that cannot be used; the message says to the operator which, why, and what to do. */
export class ConfigError extends Error {}

/** Secrets that may stand in a file, which `<name>_FILE` names: a secret of Docker, or a mounted Secret of Kubernetes. */
const secrets = [
  'DATABASE_URL',
  'NATS_URL',
  'NATS_PASSWORD',
  'NATS_TOKEN',
  'KAFKA_SASL_PASSWORD',
  'SPACE_SECRET_KEY',
  'SPACE_OPERATOR_TOKEN',
  'SPACE_EMBEDDINGS_KEY',
  'SPACE_OIDC_CLIENT_SECRET',
] as const satisfies readonly (keyof Config)[];

/** Returns the settings in the environment. Throws ConfigError for all invalid values; an empty variable counts as not set. */
export function readConfig(environment: Record<string, string | undefined> = process.env): Config {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== undefined && value !== ''));
  const parsed = validate(Settings, { ...given, ...readSecretFiles(given) });
  if (parsed.success) return parsed.data;
  throw new ConfigError(parsed.errors.map(describeError).join(' '));
}

/** Returns the sentences about an invalid setting: the rule and the way out, never the value, which may be a secret. */
function describeError({ path, message }: FieldError): string {
  const fallback = Settings.parse({})[path as keyof Config];
  return `${toSentence(`${path} ${message}`)} ${fallback === undefined ? 'Correct it or remove it.' : `Correct it, or remove it to use ${fallback}.`}`;
}

function readSecretFiles(given: Readonly<Record<string, string | undefined>>): Record<string, string> {
  const read: Record<string, string> = {};
  for (const name of secrets) {
    const file = given[`${name}_FILE`];
    if (file === undefined) continue;
    if (given[name] !== undefined) throw new ConfigError(`${name} and ${name}_FILE are both set; remove one.`);
    try {
      read[name] = readFileSync(file, 'utf8').trim();
    } catch (error) {
      throw new ConfigError(`${name}_FILE names a file that cannot be read (${(error as NodeJS.ErrnoException).code}).`);
    }
  }
  return read;
}

/** Returns a setting; throws ConfigError if it is not set. */
export function required<K extends keyof Config>(config: Config, name: K): NonNullable<Config[K]> {
  const value = config[name];
  if (value === undefined || value === null) throw new ConfigError(`${name} must be set.`);
  return value as NonNullable<Config[K]>;
}
