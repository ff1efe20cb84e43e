import { z } from 'zod';
import { nonEmptyLine, timestamp } from '../core/fields.ts';
import { contract, operation } from '../core/operation.ts';
import { IntegrationAction, IntegrationErrorCode, IntegrationStatus, integrationFields } from './integration.ts';
import { integrationConnected, integrationDisconnected, integrationFailing, integrationRecovered } from './integrations.events.ts';

/** A connection as its owner reports it. */
const ReportedIntegration = z.strictObject({
  id: z
    .string()
    .regex(/^int_[0-9a-z]{26}$/)
    .describe('Chosen by the owner, the same in every report; an id that was disconnected is never used again'),
  kind: integrationFields.kind,
  provider: integrationFields.provider,
  name: integrationFields.name,
  account_label: integrationFields.account_label.default(null),
  mode: integrationFields.mode.default(null),
  status: z.enum(['connected', 'disconnected']).default('connected').describe('disconnected: it was removed, which is final'),
  scopes: integrationFields.scopes.default([]),
  capabilities: integrationFields.capabilities.default([]),
  connected_at: integrationFields.connected_at,
  last_used_at: integrationFields.last_used_at.default(null),
  next_check_at: integrationFields.next_check_at.default(null),
  expires_at: integrationFields.expires_at.default(null),
  inbound: integrationFields.inbound.default(null),
});

/** A check that the owner made: its time, and its error if it failed. */
const ReportedCheck = z.strictObject({
  checked_at: timestamp,
  duration_ms: z.int().min(0),
  error: z
    .strictObject({
      code: IntegrationErrorCode,
      message: nonEmptyLine(300).describe('A sentence of ours: no text of the provider, which may repeat a credential'),
    })
    .nullable()
    .describe('null if the provider answered as it should'),
});

/** A connection and a check of it, as the owner of the connection reports them. */
export type IntegrationReport = z.input<typeof IntegrationReport>;

const IntegrationReport = z.strictObject({
  integration: ReportedIntegration,
  check: ReportedCheck.nullable().default(null),
});

/** Receives the reports of the services that own connections, over the bus only (contract, I6). */
export const integrationDirectory = contract({
  name: 'integration_directory',
  service: 'integrations',
  tag: 'Integration directory',
  description: 'The reports of services about the connections that they own.',
  operations: {
    report: operation({
      summary: 'Report a connection of this Space, and the outcome of a check',
      description:
        'The caller has the Space. A repeated report, and a check that is older than the last one, change nothing. The list, the checks and the events follow from the reports.',
      audience: 'internal',
      input: IntegrationReport,
      output: z.object({ id: z.string(), status: IntegrationStatus, action_needed: IntegrationAction.nullable() }),
      emits: [integrationConnected, integrationFailing, integrationRecovered, integrationDisconnected],
    }),
  },
});

/** Returns the id of the integration of a connection that has a TypeID of another prefix. */
export const integrationIdOf = (connection_id: string): string => `int_${connection_id.slice(connection_id.indexOf('_') + 1)}`;
