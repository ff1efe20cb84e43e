import { isIP } from 'node:net';
import { DEFAULT_RATE_LIMIT } from '@space/contracts/core';
import { z } from 'zod';

const port = (fallback: number) => z.coerce.number().int().min(0).max(65_535).default(fallback);
const text = z.string().trim().min(1);

const SECRET_KEY_BYTES = 32;
/** A list with commas, each part of it judged. */
const listOf = (isGood: (part: string) => boolean, message: string) =>
  text.refine((list) => list.split(',').every((part) => isGood(part.trim())), message);
const isSecretKey = (part: string): boolean => Buffer.from(part, 'base64').length === SECRET_KEY_BYTES;
const isCidr = (part: string): boolean => {
  const [address = '', bits = ''] = part.split('/');
  const family = isIP(address);
  return family !== 0 && /^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128);
};

/** Every setting of every process. This is the only place that reads the environment. */
const Settings = z.object({
  SPACE_PORT: port(8080).describe('REST and MCP'),
  SPACE_PUBLIC_PORT: port(8081).describe('Pages made by the users of a Space: a second origin without cookies'),
  SPACE_METRICS_PORT: port(9464).describe('/metrics, /livez and /readyz'),
  SPACE_HOST: text.default('0.0.0.0').describe('The address to listen on'),
  SPACE_BASE_URL: z.url().optional().describe('Where clients reach REST, without the version'),
  SPACE_PUBLIC_URL: z.url().optional().describe('Where visitors reach the second origin'),
  SPACE_DATA_DIR: text.default('.space').describe('Data of the standalone profile'),
  DATABASE_URL: text.optional().describe('Postgres; the standalone profile starts its own when this is not set'),
  SPACE_DATABASE_POOL: z.coerce.number().int().min(1).max(500).default(10).describe('Connections of one process'),
  NATS_URL: text.optional().describe('NATS servers, with commas between them'),
  KAFKA_BROKERS: text.optional().describe('host:port of Kafka brokers, with commas between them'),
  SPACE_SECRET_KEY: listOf(isSecretKey, `must be ${SECRET_KEY_BYTES} bytes in base64 (openssl rand -base64 ${SECRET_KEY_BYTES})`)
    .optional()
    .describe('32 bytes in base64 that encrypt secrets at rest; a new key goes in front of the old, with a comma'),
  SPACE_OPERATOR_TOKEN: z.string().min(16).optional().describe('Opens the settings of Spaces to the operator'),
  SPACE_RATE_LIMIT: z.coerce
    .number()
    .int()
    .min(0)
    .default(DEFAULT_RATE_LIMIT.per_second)
    .describe('Requests a second of one key; 0 for no limit'),
  SPACE_WEBHOOK_ALLOW: listOf(isCidr, 'must be CIDRs with commas between them, for example 127.0.0.0/8')
    .optional()
    .describe('CIDRs that webhooks may reach although they are not public, for development'),
  SPACE_TRUSTED_PROXIES: listOf(isCidr, 'must be CIDRs with commas between them, for example 10.0.0.0/8')
    .optional()
    .describe('CIDRs of proxies before the second origin, whose X-Forwarded-For says which address a visitor has'),
  SPACE_DRAIN_SECONDS: z.coerce
    .number()
    .min(0)
    .max(60)
    .default(0)
    .describe('How long to go on serving after a stop signal, until load balancers know'),
  SPACE_EMBEDDINGS_URL: z
    .url()
    .optional()
    .describe('An OpenAI-compatible API (…/v1) whose embeddings improve search_tools; without it a local model does'),
  SPACE_EMBEDDINGS_KEY: text.optional().describe('The key of that API'),
  SPACE_EMBEDDINGS_MODEL: text.default('text-embedding-3-small').describe('The model of that API'),
  SPACE_CHECK_OUTPUTS: z.enum(['0', '1']).default('0').describe('Check every answer and every row against its schema, for tests'),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'silent']).default('info'),
  OTEL_EXPORTER_OTLP_ENDPOINT: z.url().optional().describe('Where to send traces'),
});

/** Every setting, typed. */
export type Config = z.infer<typeof Settings>;

/** A setting that cannot be used: one sentence for the person who starts the process. */
export class ConfigError extends Error {}

/** Reads the environment once, at start; an unusable value is one clear sentence. */
export function readConfig(environment: Record<string, string | undefined> = process.env): Config {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== undefined && value !== ''));
  const parsed = Settings.safeParse(given);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new ConfigError(`${issue?.path.join('.')} is not usable: ${issue?.message}.`);
}

/** A setting that this process cannot do without. */
export function required<K extends keyof Config>(config: Config, name: K): NonNullable<Config[K]> {
  const value = config[name];
  if (value === undefined || value === null) throw new ConfigError(`${name} must be set.`);
  return value as NonNullable<Config[K]>;
}
