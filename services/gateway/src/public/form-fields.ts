import { onRequestEnd, waitForClient } from '../admission/connections.ts';
import type { Gateway } from '../call/gateway.ts';
import type { RequestContext } from '../http/request-context.ts';
import { unreadFormOf } from './form-body.ts';

/** The fields of a query or a form, with all values of each name. */
export type FormFields = ReadonlyMap<string, readonly string[]>;

/** Reads the fields of a form. Throws Problems for a body that is too long, malformed or no form. */
export async function readFormFields(
  { bodies, networks }: Pick<Gateway, 'bodies' | 'networks'>,
  { request, response }: RequestContext,
): Promise<FormFields> {
  const unread = unreadFormOf(request, false);
  const account = bodies.open('keyless', networks.networkOf(request));
  onRequestEnd(response, account.close);
  const { form } = await waitForClient(response, () => unread.read(account));
  return new Map(Object.entries(form ?? {}).map(([name, value]) => [name, typeof value === 'string' ? [value] : value]));
}
