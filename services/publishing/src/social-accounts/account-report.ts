import { type IntegrationErrorCode, type IntegrationReport, integrationIdOf } from '@space/contracts/integrations';
import type { NetworkError } from '../social-networks/network.ts';
import type { CheckedAccount } from './account-checks.queries.ts';

/** The outcome of a check, as reports have it. */
export type CheckOutcome = NonNullable<IntegrationReport['check']>;

/** Returns the report of an account, with the outcome of a check. */
export function accountReport(account: CheckedAccount, check: CheckOutcome | null, isDisconnected = false): IntegrationReport {
  return {
    integration: {
      id: integrationIdOf(account.id),
      kind: 'social',
      provider: account.platform,
      name: shownLine(account.handle) || account.platform,
      account_label: shownLine(account.display_name) || null,
      status: isDisconnected ? 'disconnected' : 'connected',
      capabilities: ['publish posts', 'read reactions'],
      connected_at: account.connected_at,
      last_used_at: account.last_published_at,
      next_check_at: isDisconnected ? null : account.next_check_at,
    },
    check,
  };
}

/** Returns a text of the network as one line without control characters. */
const shownLine = (text: string): string =>
  text
    .replace(/\p{Cc}+/gu, ' ')
    .trim()
    .slice(0, 200);

const sentences: Partial<Record<IntegrationErrorCode, (host: string) => string>> = {
  unauthorized: (host) => `${host} does not accept the token of this account; an operator must connect it again.`,
  account_disabled: (host) => `${host} has disabled this account, or its owner has.`,
  missing_scope: (host) => `${host} says that the token lacks a permission; connect the account again with all of them.`,
  rate_limited: (host) => `${host} limits requests for now.`,
  unreachable: (host) => `${host} cannot be reached.`,
};

/** Returns the error of a failed check. Its sentence has no text of the network, which could repeat the token. */
export function checkError(error: NetworkError, host: string): NonNullable<CheckOutcome['error']> {
  const code = codeOf(error);
  return { code, message: (sentences[code]?.(host) ?? `${host} did not answer the check as it should.`).slice(0, 300) };
}

function codeOf({ kind, status, message }: NetworkError): IntegrationErrorCode {
  if ((status === 401 || status === 403) && /disabled|suspended|deactivated|taken ?down/i.test(message)) return 'account_disabled';
  if (status === 403) return 'missing_scope';
  if (kind === 'unauthorized') return 'unauthorized';
  if (kind === 'limited') return 'rate_limited';
  return kind === 'unreachable' ? 'unreachable' : 'bad_answer';
}
