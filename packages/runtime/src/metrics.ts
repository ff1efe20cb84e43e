import { Counter, collectDefaultMetrics, Gauge, Histogram, type Registry, register } from 'prom-client';

const seconds = [0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10];

/**
 * Every metric of the system, once. HTTP and messaging names follow the OpenTelemetry conventions, so that common
 * dashboards fit. No Space, key, URL or event id is ever a label: the number of series stays bounded.
 */
export const metrics = {
  httpRequests: new Histogram({
    name: 'http_server_request_duration_seconds',
    help: 'Requests the gateway answered',
    labelNames: ['http_request_method', 'http_route', 'http_response_status_code'],
    buckets: seconds,
  }),
  webhookRequests: new Histogram({
    name: 'http_client_request_duration_seconds',
    help: 'POSTs to webhooks',
    labelNames: ['http_response_status_code'],
    buckets: seconds,
  }),
  busRequests: new Histogram({
    name: 'messaging_client_operation_duration_seconds',
    help: 'Operations a service answered, with the time each took',
    labelNames: ['messaging_operation_name', 'outcome'],
    buckets: [0.001, 0.0025, ...seconds],
  }),
  eventsHandled: new Histogram({
    name: 'messaging_process_duration_seconds',
    help: 'Batches of events a consumer group handled',
    labelNames: ['messaging_system', 'messaging_destination_name', 'messaging_consumer_group_name'],
    buckets: seconds,
  }),
  outboxPending: new Gauge({
    name: 'space_outbox_pending',
    help: 'Events not yet settled by every consumer group',
    labelNames: ['schema'],
  }),
  outboxAge: new Gauge({ name: 'space_outbox_oldest_age_seconds', help: 'Age of the oldest unsettled event', labelNames: ['schema'] }),
  outboxRepublished: new Counter({
    name: 'space_outbox_republished_total',
    help: 'Events carried again because nobody settled them',
    labelNames: ['schema'],
  }),
  consumerLag: new Gauge({
    name: 'kafka_consumer_lag',
    help: 'Messages a consumer group has not read',
    labelNames: ['group', 'partition'],
  }),
  inboxDuplicates: new Counter({
    name: 'space_inbox_duplicates_total',
    help: 'Events that came again and were left alone',
    labelNames: ['group'],
  }),
  deadLetters: new Gauge({ name: 'space_dlq_messages', help: 'Events that were set aside and wait for a person', labelNames: ['group'] }),
  deliveryAttempts: new Counter({ name: 'space_delivery_attempts_total', help: 'Attempts by outcome', labelNames: ['outcome'] }),
  deliveries: new Gauge({ name: 'space_deliveries', help: 'Deliveries that are not finished, by state', labelNames: ['state'] }),
  deliveryDueAge: new Gauge({ name: 'space_delivery_oldest_due_age_seconds', help: 'How late the most overdue delivery is' }),
  deliveryLatency: new Histogram({
    name: 'space_delivery_e2e_seconds',
    help: 'From the change to the first attempt answered',
    buckets: [0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 60],
  }),
  listenersDisabled: new Counter({
    name: 'space_listeners_disabled_total',
    help: 'Webhooks that were switched off',
    labelNames: ['reason'],
  }),
  egressOutage: new Gauge({ name: 'space_egress_outage', help: '1 while no receiver can be reached and deaths do not count' }),
  automationRuns: new Counter({ name: 'space_automation_runs_total', help: 'Runs of automations that are over', labelNames: ['outcome'] }),
  idempotency: new Counter({ name: 'space_idempotency_total', help: 'Calls with an idempotency key', labelNames: ['result'] }),
  rateLimited: new Counter({ name: 'space_rate_limited_total', help: 'Requests refused with 429' }),
  authFailures: new Counter({ name: 'space_auth_failures_total', help: 'Requests refused with 401', labelNames: ['reason'] }),
  toolCalls: new Counter({ name: 'mcp_tool_calls_total', help: 'MCP tool calls', labelNames: ['tool', 'outcome'] }),
  poolConnections: new Gauge({ name: 'pg_pool_connections', help: 'Connections of the pool', labelNames: ['state'] }),
  buildInfo: new Gauge({ name: 'build_info', help: 'The version that runs', labelNames: ['version', 'service', 'node'] }),
} as const;

let measuring = false;

/** Begins to measure the process itself, once however often it is asked, and says which version runs. */
export function startMetrics(service: string, version: string): Registry {
  if (!measuring) collectDefaultMetrics();
  measuring = true;
  // A counter that exists from the start shows its first step.
  for (const reason of ['dead', 'gone']) metrics.listenersDisabled.inc({ reason }, 0);
  metrics.buildInfo.set({ version, service, node: process.versions.node }, 1);
  return register;
}
