import type { Request } from 'express';
import type { FormFields } from '../public/form-fields.ts';
import { OauthError } from './oauth-error.ts';

/** Returns the fields of the query of a request. */
export function queryFields({ url }: Request): FormFields {
  const at = url.indexOf('?');
  const fields = new Map<string, string[]>();
  for (const [name, value] of new URLSearchParams(at < 0 ? '' : url.slice(at))) fields.getOrInsertComputed(name, () => []).push(value);
  return fields;
}

/** Returns the value of a field, or undefined when it is absent or empty. Throws OauthError when it is repeated (RFC 6749, 3.1). */
export function optionalField(fields: FormFields, name: string): string | undefined {
  const values = fields.get(name) ?? [];
  if (values.length > 1) throw new OauthError('invalid_request', `${name} must not be repeated.`);
  return values[0] || undefined;
}

/** Returns the value of a field. Throws OauthError when it is absent, empty or repeated. */
export function requiredField(fields: FormFields, name: string): string {
  const value = optionalField(fields, name);
  if (value === undefined) throw new OauthError('invalid_request', `${name} is required.`);
  return value;
}

/** Throws OauthError unless each `resource` is the address of this MCP path (RFC 8707). A client may leave it out. */
export function assertResource(fields: FormFields, resource: string): void {
  const wrong = (fields.get('resource') ?? []).some((one) => one !== '' && one.replace(/\/$/, '') !== resource);
  if (wrong) throw new OauthError('invalid_target', `Access tokens of this server are for ${resource} only.`);
}
