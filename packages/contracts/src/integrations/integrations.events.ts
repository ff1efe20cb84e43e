import { z } from 'zod';
import { eventType } from '../core/event.ts';
import { IntegrationAction, IntegrationErrorCode, IntegrationKind, IntegrationStatus } from './integration.ts';

const aboutIntegration = z.object({
  integration_id: z.string(),
  integration: z.string().describe('Its name'),
  kind: IntegrationKind,
  provider: z.string(),
  status: IntegrationStatus,
  error_code: IntegrationErrorCode.nullable(),
  action_needed: IntegrationAction.nullable(),
});

const mastodon = {
  integration_id: 'int_01jd0000000000000000000000',
  integration: '@ada@mastodon.example',
  kind: 'social',
  provider: 'mastodon',
  status: 'connected',
  error_code: null,
  action_needed: null,
} as const;

const connectionFilters = {
  filters: ['kind', 'provider'],
  filter_rules: { provider: { text: z.string().min(1).max(64), ignores_case: true } },
} as const;

/** The first check of a connection succeeded. */
export const integrationConnected = eventType({
  type: 'integration_connected',
  group: 'integrations',
  label: 'Integration connected',
  data: aboutIntegration,
  sample: mastodon,
  ...connectionFilters,
});

/** The checks of a connection fail, or its provider refuses the credential: `status` says which. */
export const integrationFailing = eventType({
  type: 'integration_failing',
  group: 'integrations',
  label: 'Integration failing',
  data: aboutIntegration,
  sample: { ...mastodon, status: 'refused', error_code: 'unauthorized', action_needed: 'reconnect' },
  ...connectionFilters,
});

/** A check of a connection that was failing or refused succeeded. */
export const integrationRecovered = eventType({
  type: 'integration_recovered',
  group: 'integrations',
  label: 'Integration recovered',
  data: aboutIntegration,
  sample: mastodon,
  ...connectionFilters,
});

/** An operator removed a connection. */
export const integrationDisconnected = eventType({
  type: 'integration_disconnected',
  group: 'integrations',
  label: 'Integration disconnected',
  data: aboutIntegration,
  sample: { ...mastodon, status: 'disconnected' },
  ...connectionFilters,
});
