/** Seconds that a download waits for pages that cannot be read yet, such as those of columns that are being recomputed. */
export const MAX_DOWNLOAD_WAIT_SECONDS = 30;

/** The retention of the lines of an agent's chat, in days. */
export const AGENT_CHAT_DAYS = 90;

/** Hours for which the secret of a key can stay valid after it was replaced. */
export const MAX_OLD_SECRET_HOURS = 24;

/** Days in which the deletion of a Space can be taken back. */
export const SPACE_DELETION_DAYS = 7;

/** The retention of the lines of the activity log, in days. */
export const ACTIVITY_DAYS = 30;

/** Everyday mode lists a tool for so many days after its last call with the key (contract, A8). */
export const EVERYDAY_RECENCY_DAYS = 30;

/** Maximum share of the Postgres connections of a process that the calls of one Space, or all visitors, hold, in percent. */
export const CONNECTION_SHARE_PERCENT = 75;

/** Calls of one Space, or of its visitors, that wait for a Postgres connection in one process. */
export const MAX_CONNECTION_WAITERS = 200;

/** Calls of all visitors that wait for a Postgres connection in one process. */
export const MAX_VISITOR_CONNECTION_WAITERS = 500;

/** Calls that wait for a Postgres connection in one process. */
export const MAX_PROCESS_CONNECTION_WAITERS = 1_000;

/** Maximum time that a call waits for a Postgres connection, in milliseconds; its deadline may end the wait earlier. */
export const MAX_CONNECTION_WAIT_MS = 5_000;

/** Below this free disk space the standalone profile refuses changes, in MB; default of SPACE_STORAGE_FLOOR_MB. */
export const STORAGE_FLOOR_MB = 512;

/** Size at which a log file is rotated, in bytes. */
export const LOG_FILE_BYTES = 10_485_760;

/** Log files: the current one and the rotated ones. */
export const LOG_FILES = 5;

/** Log lines that wait for a slow or full disk, in bytes; further lines are dropped and counted. */
export const LOG_BUFFER_BYTES = 1_048_576;

/** Requests that one connection may send before the answer to the first; one more closes the connection. */
export const MAX_PIPELINED_REQUESTS = 32;

/** Requests in progress in one gateway, without waiting long polls. */
export const DEFAULT_MAX_IN_FLIGHT = 1_000;

/** Shares of the requests in progress, in percent, from which a gateway refuses some of them. */
export const SHEDDING_PERCENT = {
  /** Requests without a known key. */
  keyless: 50,
  /** Calls of a Space that has more than its fair share in progress. */
  unfair: 75,
} as const;

/** Lateness of the event loop, smoothed, from which a gateway refuses requests without a known key, in milliseconds. */
export const MAX_LATENESS_MS = 250;

/** Requests a second of one network without a valid key, over ten seconds. */
export const DEFAULT_VISITOR_RATE_LIMIT = 100;

/**
 * Milliseconds after which a network or a key far above its rate is answered, so that each of its connections costs one request a
 * second. Up to as much again is added at random, so that the connections do not come back together.
 */
export const REFUSAL_DELAY_MS = 1_000;

/** Such answers that wait in one gateway; above it the one that has waited longest is sent. */
export const MAX_LATE_REFUSALS = 1_000;

/** Wrong operator tokens of one network in a minute. */
export const MAX_WRONG_OPERATOR_TOKENS = 30;

/** Open connections of each of the three ports of a gateway. */
export const DEFAULT_MAX_CONNECTIONS = 10_000;

/** Open connections of one network to each port of a gateway. */
export const DEFAULT_MAX_NETWORK_CONNECTIONS = 1_000;

/** Seconds for the headers of a request, for a whole request, for the client to read, and until an idle connection is closed. */
export const CONNECTION_SECONDS = { headers: 15, request: 60, send: 30, keep_alive: 65 } as const;

/** Bytes from which an answer or a file is compressed; below, compression saves no packet. */
export const MIN_COMPRESSED_BYTES = 4_096;

/** Answers that one gateway compresses at the same time. libuv has four threads, and other work needs some of them. */
export const MAX_CONCURRENT_COMPRESSIONS = 2;

/** Downloads that one gateway compresses at the same time. Each of them has a window of the compressor in memory. */
export const MAX_COMPRESSED_DOWNLOADS = 8;

/** Bytes of bodies in the memory of one gateway, until their requests end: of all, and of those without a valid key. */
export const MAX_BODY_MEMORY_BYTES = { all: 256 * 1_048_576, keyless: 128 * 1_048_576 } as const;

/** Bytes of a body that are read after its answer was sent, so that its sender reads the answer. */
export const MAX_UNREAD_BYTES = 8 * 1_048_576;

/** Bytes of answers that the clients of one port of a gateway have not read; the largest of them are dropped above it. */
export const MAX_UNSENT_BYTES = 256 * 1_048_576;

/** Maximum size of the headers of a request, in bytes. */
export const MAX_HEADER_BYTES = 16_384;

/** The header `Understood` of an answer: its sentences, and their bytes as JSON. */
export const MAX_UNDERSTOOD = { sentences: 20, bytes: 4_096 } as const;

/** Calls of one key, and of all keys of one Space, that run concurrently in one gateway. */
export const MAX_CONCURRENT_CALLS = { key: 32, space: 64 } as const;

/**
 * Calls of one key, and of all keys of one Space, that wait in one gateway for others to end: room for a burst, and less than the
 * requests in progress from which a process refuses visitors.
 */
export const MAX_QUEUED_CALLS = { key: 256, space: 384 } as const;

/** Maximum time that a call waits for others of its key or Space to end, in milliseconds. */
export const MAX_CALL_QUEUE_MS = 5_000;

/** The storage of a Space unless the installation or its operator sets another limit. */
export const DEFAULT_STORAGE_LIMITS = { bytes: 10 * 1_073_741_824, rows: 5_000_000, files: 100_000 } as const;

/** Bytes of calls that one gateway accepts beyond what other gateways know: a limit of storage is exceeded by no more than this per gateway. */
export const MAX_UNSHARED_STORAGE_BYTES = 16 * 1_048_576;

/** The shortest time between two measurements of the storage of a Space, in seconds. */
export const STORAGE_MEASUREMENT_SECONDS = 10;

/** Bytes of the Everyday list of tools as JSON: the tools that a key called longest ago are left out (contract, A8). */
export const MAX_EVERYDAY_LIST_BYTES = 16_384;

/** Bytes of the result of a tool over MCP. */
export const MAX_TOOL_RESULT_BYTES = 40_000;

/** Characters of the text of an error over MCP: further invalid fields are counted. */
export const MAX_FAULT_TEXT_CHARACTERS = 4_000;

/** Bytes of a request over MCP around its arguments, which may have as many as the body of a call over REST. */
export const MAX_MCP_ENVELOPE_BYTES = 65_536;

/** Bytes of a request over MCP without a valid key that are read, to answer with its JSON-RPC id. */
export const MAX_UNAUTHENTICATED_MCP_BYTES = 65_536;

/** Messages of one batch over MCP. */
export const MAX_MCP_BATCH = 20;

/** Characters of a request to `search_tools`. */
export const MAX_SEARCH_CHARACTERS = 500;

/** Tools that `search_tools` returns. */
export const MAX_SEARCH_RESULTS = 20;

/** Steps of one call of `run_steps`. */
export const MAX_STEPS = 10;

/** Time after which `run_steps` begins no further step, in milliseconds. */
export const MAX_STEPS_MS = 30_000;

/** Characters of the id of a step. */
export const MAX_STEP_ID_CHARACTERS = 32;

/** Time in which a person may approve a call, in seconds. */
export const APPROVAL_SECONDS = 600;

/** Calls of one key that wait for their approval; the oldest one expires. */
export const MAX_PENDING_APPROVALS = 100;

/** Characters of the arguments of a call that the person who approves it is shown. */
export const MAX_APPROVAL_CHARACTERS = 1_000;

/** Characters of the path of a public page. */
export const MAX_PATH_CHARACTERS = 2_048;

/** Points of the forms that one visitor sends in a minute: a form costs one, and each MiB of it five more. */
export const MAX_FORM_POINTS = 600;

/** Bytes of the public pages that one gateway caches. */
export const MAX_PAGE_CACHE_BYTES = 64 * 1_048_576;

/** Lines of the activity log that one gateway holds while Postgres does not take them. */
export const MAX_BUFFERED_ACTIVITY = 20_000;

/** Time after which Postgres ends a statement of a call, in milliseconds. */
export const STATEMENT_TIMEOUT_MS = 9_000;

/** Time after which Postgres ends an idle transaction, in milliseconds: an open transaction delays all events. */
export const IDLE_TRANSACTION_TIMEOUT_MS = 5_000;

/** Time that a call to a service may take, in milliseconds, unless its operation has a time of its own. */
export const CALL_DEADLINE_MS = 10_000;

/** Bytes of a message between processes. NATS needs `max_payload: 8MB`. */
export const MAX_MESSAGE_BYTES = 7 * 1_048_576;

/** Bytes of an event in Kafka: a body of 1 MiB, written twice and escaped, fits. */
export const MAX_TOPIC_EVENT_BYTES = 8 * 1_048_576;

/** Lines of the activity log that one filtered page reads, so that its time is bounded for any filter. */
export const MAX_SCANNED_ACTIVITY = 5_000;

/** Groups of calls that `GET /activity/figures` returns: those with the most calls. */
export const MAX_ACTIVITY_FIGURES = 2_000;

/** Characters of the cookies, and of `If-None-Match`, that the service of a public page receives; longer ones are left out. */
export const MAX_VISITOR_HEADER_CHARACTERS = { cookie: 4_096, if_none_match: 1_024 } as const;

/** Clients of OAuth that registered themselves, in one installation. */
export const MAX_REGISTERED_CLIENTS = 10_000;

/** Registrations of clients by one network in `REGISTRATION_WINDOW_MINUTES`. */
export const MAX_REGISTRATIONS = 60;

/** Time over which the registrations of a network are counted, in minutes. */
export const REGISTRATION_WINDOW_MINUTES = 60;

/** Hours after which a registered client without a grant is deleted, and days after the last tokens of one with a grant. */
export const CLIENT_RETENTION = { unused_hours: 24, idle_days: 90 } as const;

/** Bytes of a registration, and of the metadata document of a client. */
export const MAX_CLIENT_METADATA_BYTES = 16_384;

/** Redirect URIs of a client. */
export const MAX_REDIRECT_URIS = 20;

/** Characters of a redirect URI, and of the URL that is the id of a client. */
export const MAX_CLIENT_URL_CHARACTERS = 1_000;

/** Characters of the name of a client that are shown. */
export const MAX_CLIENT_NAME_CHARACTERS = 100;

/** Requests for metadata documents of clients: in progress in one process, and by one network in a minute. */
export const MAX_CLIENT_DOCUMENT_REQUESTS = { process: 8, network: 30 } as const;

/** Time for the metadata document of a client, in milliseconds. */
export const CLIENT_DOCUMENT_TIMEOUT_MS = 5_000;

/** Time for which the metadata document of a client is cached, in minutes. */
export const CLIENT_DOCUMENT_MINUTES = 15;

/** Characters of the `state` of an authorization request. */
export const MAX_STATE_CHARACTERS = 2_000;

/** Wrong keys that one network may type into the consent page in `WRONG_KEYS_WINDOW_MINUTES`. */
export const MAX_WRONG_KEYS = 10;

/** Time over which the wrong keys of a network are counted, in minutes. */
export const WRONG_KEYS_WINDOW_MINUTES = 10;

/** Time that a person has to choose the scopes on the consent page, in minutes. */
export const CONSENT_MINUTES = 10;

/** Consents and codes of one key that wait for their next step. */
export const MAX_KEY_AUTHORIZATIONS = 20;

/** Validity of an authorization code, in seconds. */
export const AUTHORIZATION_CODE_SECONDS = 60;

/** Validity of an access token, in minutes. */
export const ACCESS_TOKEN_MINUTES = 60;

/** Access tokens of one grant that are valid together. */
export const MAX_ACCESS_TOKENS = 2;

/** Validity of a refresh token, in days. */
export const REFRESH_TOKEN_DAYS = 30;

/** Refresh tokens of one grant of which a second use is noticed. */
export const MAX_REFRESH_TOKENS = 100;

/** Grants of one key. */
export const MAX_KEY_GRANTS = 50;

/** Days for which a grant is listed after its end. */
export const ENDED_GRANT_DAYS = 30;

/** Characters of the logo of a Space: of its address, or of the image as a data URL. */
export const MAX_LOGO_CHARACTERS = 44_000;

/** Things of each kind that a search finds. */
export const MAX_FOUND_PER_KIND = 8;

/** Characters of the text of a search. */
export const SEARCH_CHARACTERS = { min: 2, max: 100 } as const;

/** The time in which each service answers its part of a search, in milliseconds. */
export const SEARCH_PART_MS = 1_500;
