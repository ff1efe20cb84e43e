import type { Program } from './program.ts';

/** A running profile with its addresses and processes. */
export interface Profile {
  readonly name: 'standalone' | 'cluster';
  readonly connection: ProfileConnection;
  readonly programs: readonly Program[];
  stop(): Promise<void>;
}

/** The addresses, the operator token and the logs of a profile. */
export interface ProfileConnection {
  readonly profile: 'standalone' | 'cluster';
  readonly base_url: string;
  readonly mcp_url: string;
  readonly public_url: string;
  readonly console_url: string;
  /** The URL of `/metrics` of every process. */
  readonly metrics_urls: readonly string[];
  /** The base URL of every gateway. */
  readonly gateway_urls: readonly string[];
  readonly operator_token: string;
  readonly database_url: string | null;
  readonly log_files: readonly string[];
}
