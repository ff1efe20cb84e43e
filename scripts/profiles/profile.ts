import type { Program } from './program.ts';

/** A profile that runs: where it is and what it consists of. */
export interface Profile {
  readonly name: 'standalone' | 'cluster';
  readonly connection: ProfileConnection;
  readonly programs: readonly Program[];
  stop(): Promise<void>;
}

/** What a test or a benchmark needs to use a profile. */
export interface ProfileConnection {
  readonly profile: 'standalone' | 'cluster';
  readonly base_url: string;
  readonly mcp_url: string;
  readonly public_url: string;
  /** `/metrics` of every process. */
  readonly metrics_urls: readonly string[];
  /** REST of every gateway. */
  readonly gateway_urls: readonly string[];
  readonly operator_token: string;
  readonly database_url: string | null;
  readonly log_files: readonly string[];
}
