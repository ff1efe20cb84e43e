import { Counter, collectDefaultMetrics, Gauge, Histogram, type Registry, register } from 'prom-client';

const seconds = [0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10];

/**
 * All metrics of the system. HTTP and messaging names follow the OpenTelemetry conventions, so that common dashboards
 * work. Labels never contain a Space, key, URL or event id, which bounds the number of series.
 */
export const metrics = {
  httpRequests: new Histogram({
    name: 'http_server_request_duration_seconds',
    help: 'Duration of HTTP requests to the gateway',
    labelNames: ['http_request_method', 'http_route', 'http_response_status_code'],
    buckets: seconds,
  }),
  webhookRequests: new Histogram({
    name: 'http_client_request_duration_seconds',
    help: 'Duration of POSTs to webhooks',
    labelNames: ['http_response_status_code'],
    buckets: seconds,
  }),
  busRequests: new Histogram({
    name: 'messaging_client_operation_duration_seconds',
    help: 'Duration of operations that a service answered, by outcome',
    labelNames: ['messaging_operation_name', 'outcome'],
    buckets: [0.001, 0.0025, ...seconds],
  }),
  eventsHandled: new Histogram({
    name: 'messaging_process_duration_seconds',
    help: 'Duration of event batches that a consumer group processed',
    labelNames: ['messaging_system', 'messaging_destination_name', 'messaging_consumer_group_name'],
    buckets: seconds,
  }),
  outboxPending: new Gauge({
    name: 'space_outbox_pending',
    help: 'Events that some consumer group has not acknowledged',
    labelNames: ['schema'],
  }),
  outboxAge: new Gauge({ name: 'space_outbox_oldest_age_seconds', help: 'Age of the oldest unacknowledged event', labelNames: ['schema'] }),
  outboxRepublished: new Counter({
    name: 'space_outbox_republished_total',
    help: 'Republished events (unacknowledged after 60 s)',
    labelNames: ['schema'],
  }),
  consumerGroupOverdue: new Gauge({
    name: 'space_consumer_group_overdue',
    help: '1 while a consumer group is overdue and no longer holds back the deletion of events',
    labelNames: ['schema', 'group'],
  }),
  outboxMissed: new Gauge({
    name: 'space_outbox_missed',
    help: 'Events that an overdue consumer group missed and that can be redelivered',
    labelNames: ['schema', 'group'],
  }),
  consumerLag: new Gauge({
    name: 'kafka_consumer_lag',
    help: 'Messages that a consumer group has not read',
    labelNames: ['group', 'partition'],
  }),
  inboxDuplicates: new Counter({
    name: 'space_inbox_duplicates_total',
    help: 'Duplicate events skipped',
    labelNames: ['group'],
  }),
  messagesRefused: new Counter({
    name: 'space_messages_refused_total',
    help: 'Messages on NATS and Kafka that were dropped because no process of this installation signed them just now',
    labelNames: ['kind', 'reason'],
  }),
  liveStreams: new Gauge({ name: 'space_console_live_streams', help: 'Open streams of live updates of the console' }),
  liveSockets: new Gauge({ name: 'space_live_sockets', help: 'Open live connections to documents' }),
  liveRefused: new Counter({
    name: 'space_live_refused_total',
    help: 'Live connections that the gateway refused or ended, by close code or reason',
    labelNames: ['reason'],
  }),
  deadLetters: new Gauge({ name: 'space_dead_letters', help: 'Dead-lettered events', labelNames: ['group'] }),
  assetUseDifferences: new Counter({
    name: 'space_asset_use_differences_total',
    help: 'Things whose uses of assets differed from what they show and were corrected',
    labelNames: ['owner', 'difference'],
  }),
  assetRescanAge: new Gauge({
    name: 'space_asset_rescan_oldest_age_seconds',
    help: 'Age of the oldest change of a thing whose uses of assets were not read again so far',
  }),
  deliveryAttempts: new Counter({ name: 'space_delivery_attempts_total', help: 'Delivery attempts, by outcome', labelNames: ['outcome'] }),
  deliveries: new Gauge({ name: 'space_deliveries', help: 'Unfinished deliveries, by state', labelNames: ['state'] }),
  deliveryDueAge: new Gauge({ name: 'space_delivery_oldest_due_age_seconds', help: 'Lateness of the most overdue delivery' }),
  deliveryLatency: new Histogram({
    name: 'space_delivery_e2e_seconds',
    help: 'Time from the change to the answer of the first attempt',
    buckets: [0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 60],
  }),
  listenersDisabled: new Counter({
    name: 'space_listeners_disabled_total',
    help: 'Webhooks that were disabled',
    labelNames: ['reason'],
  }),
  egressOutage: new Gauge({
    name: 'space_egress_outage',
    help: '1 while egress is considered down; dead deliveries do not count toward disabling',
  }),
  automationRuns: new Counter({
    name: 'space_automation_runs_total',
    help: 'Finished runs of automations, by outcome',
    labelNames: ['outcome'],
  }),
  idempotency: new Counter({ name: 'space_idempotency_total', help: 'Calls with an idempotency key, by result', labelNames: ['result'] }),
  rateLimited: new Counter({ name: 'space_rate_limited_total', help: 'Requests rejected with 429' }),
  requestsShed: new Counter({
    name: 'space_requests_shed_total',
    help: 'Requests answered with 503 because the gateway was overloaded, by reason',
    labelNames: ['reason'],
  }),
  requestsInFlight: new Gauge({ name: 'space_requests_in_flight', help: 'Requests in progress in the gateway' }),
  connectionsClosed: new Counter({
    name: 'space_connections_closed_total',
    help: 'Connections that the gateway closed because of their client, by reason',
    labelNames: ['reason'],
  }),
  forwardedIgnored: new Counter({
    name: 'space_forwarded_ignored_total',
    help: 'Requests with X-Forwarded-For while SPACE_TRUSTED_PROXIES is not set: all visitors of the proxy count as one',
  }),
  authFailures: new Counter({ name: 'space_auth_failures_total', help: 'Requests rejected with 401, by reason', labelNames: ['reason'] }),
  signIns: new Counter({
    name: 'space_sign_ins_total',
    help: 'Sign-ins of people, by method and outcome',
    labelNames: ['method', 'outcome'],
  }),
  oauthRequests: new Counter({
    name: 'space_oauth_requests_total',
    help: 'Requests to the OAuth endpoints, by endpoint and outcome',
    labelNames: ['endpoint', 'outcome'],
  }),
  toolCalls: new Counter({ name: 'mcp_tool_calls_total', help: 'MCP tool calls, by outcome', labelNames: ['tool', 'outcome'] }),
  poolConnections: new Gauge({ name: 'pg_pool_connections', help: 'Connections of the pool, by state', labelNames: ['state'] }),
  postgresRestarts: new Counter({
    name: 'space_postgres_restarts_total',
    help: 'Starts of the embedded Postgres after it ended by itself',
  }),
  storageFree: new Gauge({
    name: 'space_storage_free_bytes',
    help: 'Free space of the disk of the embedded Postgres',
    labelNames: ['volume'],
  }),
  storageFull: new Gauge({
    name: 'space_storage_full',
    help: '1 while changes are refused because the disk of the embedded Postgres is nearly full',
  }),
  mediaJobs: new Gauge({ name: 'space_media_jobs', help: 'Works on files that wait or are done', labelNames: ['work'] }),
  mediaJobAge: new Gauge({ name: 'space_media_oldest_job_age_seconds', help: 'Age of the oldest work on a file that has not ended' }),
  mediaWorks: new Counter({
    name: 'space_media_works_total',
    help: 'Works of media that ended, by outcome',
    labelNames: ['work', 'outcome'],
  }),
  objectStoreRequests: new Histogram({
    name: 'space_object_store_request_duration_seconds',
    help: 'Duration of requests to the object store, by outcome',
    labelNames: ['operation', 'outcome'],
    buckets: [...seconds, 30, 120],
  }),
  objectStoreUp: new Gauge({ name: 'space_object_store_up', help: '1 while the object store answers this process' }),
  scannerUp: new Gauge({ name: 'space_scanner_up', help: '1 while the virus scanner answers this process', labelNames: ['scanner'] }),
  scans: new Histogram({
    name: 'space_scan_duration_seconds',
    help: 'Duration of scans of files by the virus scanner, by outcome',
    labelNames: ['outcome'],
    buckets: [...seconds, 30, 120],
  }),
  logLinesDropped: new Counter({
    name: 'space_log_lines_dropped_total',
    help: 'Log lines that could not be written, such as to a full disk',
  }),
  buildInfo: new Gauge({ name: 'build_info', help: 'The running version; always 1', labelNames: ['version', 'service', 'node'] }),
} as const;

let measuring = false;

// A process that has no store does not report that its store is down.
metrics.objectStoreUp.remove();

/** Starts the metrics of the process and its version. Further calls change only the version. */
export function startMetrics(service: string, version: string): Registry {
  if (!measuring) collectDefaultMetrics();
  measuring = true;
  // A counter that exists from the start shows its first increment.
  for (const reason of ['dead', 'gone']) metrics.listenersDisabled.inc({ reason }, 0);
  for (const kind of ['call', 'answer', 'signal', 'event'])
    for (const reason of ['unsigned', 'forged', 'expired', 'replayed']) metrics.messagesRefused.inc({ kind, reason }, 0);
  metrics.buildInfo.set({ version, service, node: process.versions.node }, 1);
  return register;
}
