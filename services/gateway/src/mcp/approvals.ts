import { hash, randomBytes } from 'node:crypto';
import { type InputRequiredResult, inputRequired } from '@modelcontextprotocol/server';
import { inputErrors } from '@space/bus';
import { invalidFields, Problem } from '@space/contracts/core';
import { APPROVAL_SECONDS, MAX_APPROVAL_CHARACTERS, MAX_PENDING_APPROVALS } from '@space/contracts/platform';
import { type Clock, type Database, isoTime } from '@space/database';
import { SECOND_MS } from '@space/time';
import type { ApiKey } from '../auth/api-key.ts';
import { deleteApproval, insertApproval, useApproval } from './approval.queries.ts';
import type { ClientApproval } from './call-tool.ts';
import { splitArguments } from './tool-arguments.ts';
import { type Arguments, isGranted, type ToolCall } from './tools/tool-catalog.ts';

/*
 * A key may require that a person approves calls over MCP before they run. The call is stored as a hash with a random token. A client
 * that can ask its user gets the question (2026-07-28, multi round-trip requests) and sends the call again with the answer and the
 * token. Any other client gets a sentence with the token, and calls again with `approval_token`. A token is valid for ten
 * minutes, for the same key, tools and arguments, and once. A call with other arguments is refused and does not use it. It is valid again
 * for calls that carry the same idempotency key, so that a call that failed can be retried. REST is not affected.
 */

/** A call that may need an approval. */
export interface ApprovalCall extends ToolCall {
  /** The id of a step of run_steps. */
  readonly id?: string;
}

/** Calls that were asked for in one request, with what the client sent about their approval. */
interface ApprovalRequest {
  readonly key: ApiKey;
  readonly calls: readonly ApprovalCall[];
  /** The `approval_token` of the arguments. */
  readonly token: unknown;
  readonly approval: ClientApproval;
}

/**
 * Returns undefined when the calls may run, or the question to the user of the client. Throws `forbidden` with the way out when the
 * client cannot ask, when the user declined, and for a token that is not valid.
 */
export type CheckApproval = (request: ApprovalRequest) => Promise<InputRequiredResult | undefined>;

/** The name of the question in the answer of a client. */
export const APPROVAL_INPUT = 'approval';

/** Creates the check. */
export function createApprovals(database: Database, clock: Clock): CheckApproval {
  async function createToken({ space_id, key_id }: ApiKey['caller'], call_hash: string): Promise<string> {
    const token = `apr_${randomBytes(24).toString('base64url')}`;
    const now = clock.now();
    const expires_at = isoTime(now + APPROVAL_SECONDS * SECOND_MS);
    await insertApproval(
      database,
      { space_id, key_id, token_hash: sha256(token), call_hash, expires_at },
      MAX_PENDING_APPROVALS,
      isoTime(now),
    );
    return token;
  }

  return async function checkApproval({ key, calls, token: given, approval }) {
    const waiting = calls.filter((call) => needsApproval(key, call));
    if (waiting.length === 0) return undefined;
    const { caller } = key;
    const call_hash = sha256(canonicalJson(calls.map(({ id = null, callable, args }) => [callable.tool.name, args, id])));
    const isAnswer = given === undefined && approval.action !== undefined;
    const token = isAnswer ? approval.state : given;
    if (token !== undefined) {
      const token_hash = sha256(String(token));
      if (isAnswer && approval.action !== 'accept') {
        await deleteApproval(database, caller.space_id, caller.key_id, token_hash);
        throw new Problem('forbidden', 'The person did not approve this call; nothing was done.');
      }
      const { space_id, key_id } = caller;
      const used = await useApproval(database, { space_id, key_id, token_hash, call_hash }, isoTime(clock.now()));
      if (!used || used.is_expired || !(used.is_first || waiting.every(isIdempotent))) throw invalidToken();
      return undefined;
    }
    for (const call of calls) assertValid(call);
    const created = await createToken(caller, call_hash);
    if (approval.can_ask)
      return inputRequired({
        inputRequests: {
          [APPROVAL_INPUT]: inputRequired.elicit({ message: questionOf(waiting), requestedSchema: { type: 'object', properties: {} } }),
        },
        requestState: created,
      });
    throw approvalRequired(waiting, created);
  };
}

const sha256 = (text: string): string => hash('sha256', text, 'hex');

/** Returns true if a person must approve a call. One that the key lacks the scope for, or that is a dry run, does nothing. */
function needsApproval(key: ApiKey, { callable, args }: ToolCall): boolean {
  const { readOnlyHint, destructiveHint, openWorldHint } = callable.listed.annotations;
  if (key.approval === 'none' || readOnlyHint || !isGranted(callable, key)) return false;
  if (args.dry_run === true || args.dry_run === 'true') return false;
  return key.approval === 'writes' || destructiveHint || openWorldHint;
}

/** Returns true for a call that happens once, also when it is made twice. */
const isIdempotent = ({ callable, args }: ToolCall): boolean => callable.hasIdempotencyKey && args.idempotency_key !== undefined;

/** Throws `invalid` for a call that would be refused: no one should be asked for it. References of run_steps have no value yet. */
function assertValid({ callable, args }: ToolCall): void {
  const { fields } = splitArguments(callable, args);
  if (JSON.stringify(fields).includes('"$from"')) return;
  const errors = inputErrors(callable.entry.operation, { ...fields, ...callable.tool.preset });
  if (errors.length > 0) throw invalidFields(errors);
}

const invalidToken = (): Problem =>
  new Problem(
    'forbidden',
    'This approval is not valid: it was used, it expired, or it is for other arguments. Call with those that were approved, or without approval_token to get a new one.',
  );

function approvalRequired(calls: readonly ToolCall[], approval_token: string): Problem {
  const names = calls.map(({ callable }) => callable.tool.name).join(', ');
  return new Problem(
    'forbidden',
    `A person must approve ${names} first; nothing was done. Ask them, and when they agree, call again within ${APPROVAL_SECONDS / 60} minutes with the same arguments and approval_token "${approval_token}".`,
    { approval: 'required', approval_token },
  );
}

/** Returns the question to the person: the names of all tools, then the arguments of each call, which are cut to a length. */
function questionOf(calls: readonly ApprovalCall[]): string {
  const names = calls.map(({ callable }) => `${callable.listed.title} (${callable.tool.name})`);
  const most = Math.floor(MAX_APPROVAL_CHARACTERS / calls.length);
  const shown = calls.map(({ args }) => shortened(JSON.stringify(args), most));
  if (calls.length === 1) return `Allow this in the Space?\n${names[0]}: ${shown[0]}`;
  const lines = calls.map(({ id, callable }, n) => `${id ?? n + 1}. ${callable.tool.name}: ${shown[n]}`);
  return `Allow these ${calls.length} calls in the Space?\n${names.join(', ')}\n${lines.join('\n')}`;
}

const shortened = (text: string, most: number): string => (text.length > most ? `${text.slice(0, most)}…` : text);

/** Returns JSON whose fields are in alphabetical order, so that a repeated call has the same text. */
function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_name, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part as Arguments).sort(([one], [other]) => (one < other ? -1 : 1)))
      : part,
  );
}
