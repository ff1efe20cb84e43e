import type { Request } from 'express';
import { onRequestEnd, waitForClient } from '../admission/connections.ts';
import type { Gateway } from '../call/gateway.ts';
import type { RequestContext } from '../http/request-context.ts';
import { unreadFormOf } from '../public/form-body.ts';
import { OauthError } from './oauth-error.ts';

/** The fields of a query or a form, with all values of each name. */
export type OauthFields = ReadonlyMap<string, readonly string[]>;

/** Returns the fields of the query of a request. */
export function queryFields({ url }: Request): OauthFields {
  const at = url.indexOf('?');
  const fields = new Map<string, string[]>();
  for (const [name, value] of new URLSearchParams(at < 0 ? '' : url.slice(at))) fields.getOrInsertComputed(name, () => []).push(value);
  return fields;
}

/** Reads the fields of a form. Throws Problems for a body that is too long, malformed or no form. */
export async function readFormFields({ bodies, networks }: Gateway, { request, response }: RequestContext): Promise<OauthFields> {
  const unread = unreadFormOf(request, false);
  const account = bodies.open('keyless', networks.networkOf(request));
  onRequestEnd(response, account.close);
  const { form } = await waitForClient(response, () => unread.read(account));
  return new Map(Object.entries(form ?? {}).map(([name, value]) => [name, typeof value === 'string' ? [value] : value]));
}

/** Returns the value of a field, or undefined when it is absent or empty. Throws OauthError when it is repeated (RFC 6749, 3.1). */
export function optionalField(fields: OauthFields, name: string): string | undefined {
  const values = fields.get(name) ?? [];
  if (values.length > 1) throw new OauthError('invalid_request', `${name} must not be repeated.`);
  return values[0] || undefined;
}

/** Returns the value of a field. Throws OauthError when it is absent, empty or repeated. */
export function requiredField(fields: OauthFields, name: string): string {
  const value = optionalField(fields, name);
  if (value === undefined) throw new OauthError('invalid_request', `${name} is required.`);
  return value;
}

/** Throws OauthError unless each `resource` is the address of this MCP path (RFC 8707). A client may leave it out. */
export function assertResource(fields: OauthFields, resource: string): void {
  const wrong = (fields.get('resource') ?? []).some((one) => one !== '' && one.replace(/\/$/, '') !== resource);
  if (wrong) throw new OauthError('invalid_target', `Access tokens of this server are for ${resource} only.`);
}
