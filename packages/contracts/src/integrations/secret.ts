import { z } from 'zod';
import { line, resource, timestamp } from '../core/fields.ts';
import { MAX_SECRET_AGENTS, MAX_SECRET_HOSTS } from './limits.ts';

/** The name of a secret, as it stands in `{{secret.NAME}}`. */
export const SecretName = z
  .string()
  .regex(/^[A-Z][A-Z0-9_]{0,63}$/, 'must have capital letters, digits and _ only, at most 64, and begin with a letter, such as CRM_TOKEN')
  .describe('Name of the secret, such as CRM_TOKEN');

const LABEL = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?';
const HOST = new RegExp(`^(?=.{1,253}$)(?:(?:\\*\\.)?${LABEL}(?:\\.${LABEL})+|\\d{1,3}(?:\\.\\d{1,3}){3})$`);

/** A host that a secret may be sent to: a name, or with `*.` in front every name below it. */
export const SecretHost = line(253)
  .toLowerCase()
  .regex(HOST, 'must be a host such as api.example.com, or *.example.com for every host below it; without https://, port or path');

/** The agents that may use a secret: `*` for all, or their ids. */
export const SecretAgents = z
  .union([z.literal('*'), z.array(z.string().min(1).max(64)).max(MAX_SECRET_AGENTS)])
  .describe('Agents whose keys and automations may use it: "*" for all, or their ids');

/** A secret without its value: no operation returns the value, its length or a hash of it. */
export const Secret = z
  .object({
    ...resource,
    name: z.string(),
    description: z.string().nullable(),
    hosts: z.array(z.string()).max(MAX_SECRET_HOSTS).describe('Hosts that it may be sent to'),
    agents: SecretAgents,
    version: z.int().describe('The number of times that it was set'),
    last_used_at: timestamp.nullable().describe('Time of the last request that had it'),
    used_by: z
      .array(z.object({ kind: z.literal('automation'), id: z.string(), name: z.string() }))
      .describe('Automations with an action that names it'),
  })
  .meta({ id: 'Secret' });

/** A secret without its value. */
export type Secret = z.infer<typeof Secret>;
