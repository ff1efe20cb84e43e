import { isIP } from 'node:net';
import { DEFAULT_RATE_LIMIT } from '@space/contracts/core';
import { z } from 'zod';

const port = (fallback: number) => z.coerce.number().int().min(0).max(65_535).default(fallback);
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

/** All settings of all processes. Only this file reads the environment. */
const Settings = z.object({
  SPACE_PORT: port(8080).describe('REST and MCP'),
  SPACE_PUBLIC_PORT: port(8081).describe('Pages made by the users of a Space: the public origin, without cookies'),
  SPACE_METRICS_PORT: port(9464).describe('/metrics, /livez and /readyz'),
  SPACE_HOST: text.default('0.0.0.0').describe('The address to listen on'),
  SPACE_BASE_URL: z.url().optional().describe('URL at which clients reach REST, without the version'),
  SPACE_PUBLIC_URL: z.url().optional().describe('URL at which visitors reach the public origin'),
  SPACE_DATA_DIR: text.default('.space').describe('Data folder of the standalone profile'),
  DATABASE_URL: text.optional().describe('URL of Postgres; the standalone profile starts its own by default'),
  SPACE_DATABASE_POOL: z.coerce.number().int().min(1).max(500).default(10).describe('Maximum number of connections of one process'),
  NATS_URL: text.optional().describe('Comma-separated URLs of NATS servers'),
  KAFKA_BROKERS: text.optional().describe('Comma-separated host:port of Kafka brokers'),
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
  SPACE_WEBHOOK_ALLOW: listOf(isCidr, 'must be comma-separated CIDRs, for example 127.0.0.0/8')
    .optional()
    .describe('CIDRs that webhooks may reach although they are not public, for development'),
  SPACE_TRUSTED_PROXIES: listOf(isCidr, 'must be comma-separated CIDRs, for example 10.0.0.0/8')
    .optional()
    .describe('CIDRs of proxies in front of the public origin, whose X-Forwarded-For contains the address of the visitor'),
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
  SPACE_CHECK_OUTPUTS: z.enum(['0', '1']).default('0').describe('1 validates every answer and every row against its schema, for tests'),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'silent']).default('info'),
  OTEL_EXPORTER_OTLP_ENDPOINT: z.url().optional().describe('OTLP endpoint for traces'),
});

/** All settings, typed. */
export type Config = z.infer<typeof Settings>;

/** Thrown for a setting that cannot be used; the message is one sentence for the operator. */
export class ConfigError extends Error {}

/** Returns the settings in the environment. Throws ConfigError for the first invalid value; an empty variable counts as not set. */
export function readConfig(environment: Record<string, string | undefined> = process.env): Config {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== undefined && value !== ''));
  const parsed = Settings.safeParse(given);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new ConfigError(`${issue?.path.join('.')} is invalid: ${issue?.message}.`);
}

/** Returns a setting; throws ConfigError if it is not set. */
export function required<K extends keyof Config>(config: Config, name: K): NonNullable<Config[K]> {
  const value = config[name];
  if (value === undefined || value === null) throw new ConfigError(`${name} must be set.`);
  return value as NonNullable<Config[K]>;
}
