import type { PageAnswer } from '@space/contracts/core';
import { bookPages } from '@space/contracts/scheduling';
import { callAs, type TestPorts } from '@space/runtime/testing';

const common = (path: string, query: Record<string, string> = {}) => ({ path, query, visitor: '192.0.2.1' });

/** A visitor of the public booking pages, as the gateway speaks for them. */
export function guestOf(ports: TestPorts) {
  const call = callAs(ports, { space_id: '', key_id: '', actor: { kind: 'person', id: 'visitor', name: 'Visitor' } });
  const open = (id: string, query: Record<string, string> = {}): Promise<PageAnswer> =>
    call(bookPages, 'open', { id, ...common(`/book/${id}`, query) });
  const send = (
    id: string,
    form: Record<string, string | string[]>,
    files: { field: string; name: string; content_base64: string }[] = [],
  ): Promise<PageAnswer> => call(bookPages, 'book', { id, ...common(`/book/${id}`), form, files });
  return {
    open,
    send,
    /** Opens a time, waits as a person does, and sends what they wrote. */
    async book(id: string, start: string, written: Record<string, string | string[]>, timezone = 'UTC'): Promise<PageAnswer> {
      const page = await open(id, { start, timezone });
      ports.clock.advance(5_000);
      return send(id, { ...hiddenIn(page), ...written });
    },
    at: (
      name: 'view' | 'ask_cancel' | 'ask_reschedule' | 'ics' | 'feed',
      token: string,
      query: Record<string, string> = {},
    ): Promise<PageAnswer> => call(bookPages, name, { token, ...common(`/book/x/${token}`, query) }),
    act: (name: 'cancel' | 'reschedule', token: string, form: Record<string, string> = {}): Promise<PageAnswer> =>
      call(bookPages, name, { token, ...common(`/book/x/${token}`), form }),
  };
}

/** What a page carries along in fields that nobody sees. */
export const hiddenIn = ({ body }: PageAnswer): Record<string, string> =>
  Object.fromEntries([...body.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)">/g)].map(([, name, value]) => [name!, value!]));

/** Where the links of a page lead whose address begins like this. */
export const linksIn = ({ body }: PageAnswer, begin: string): string[] =>
  [...body.matchAll(/href="([^"]*)"/g)].map(([, href]) => href!.replaceAll('&amp;', '&')).filter((href) => href.startsWith(begin));

/** The last part of an address. */
export const tokenOf = (path: string): string => path.split('/').at(-1)!;
