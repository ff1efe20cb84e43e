import { contactsService } from '@space/contacts';
import type { PageAnswer } from '@space/contracts/core';
import { type FormSubmission, formPages, formSubmissions, forms } from '@space/contracts/scheduling';
import { callAs, emittedIn, newSpaceCaller, startServices, type TestPorts, type TestServices } from '@space/runtime/testing';
import { schedulingService } from '../src/service.ts';

/** Starts the services that forms need. */
export const startForms = (ports?: TestPorts): Promise<TestServices> => startServices([contactsService, schedulingService], ports);

/** How a visitor asks for a page. */
interface Asked {
  readonly query?: Record<string, string>;
  readonly visitor?: string;
}

/** A visitor of the second origin, as the gateway speaks for them. */
function visitorOf(ports: TestPorts) {
  const call = callAs(ports, { space_id: '', key_id: '', actor: { kind: 'person', id: 'visitor', name: 'Visitor' } });
  const open = (form_id: string, { query = {}, visitor = '192.0.2.1' }: Asked = {}): Promise<PageAnswer> =>
    call(formPages, 'open', { form_id, path: `/f/${form_id}`, query, visitor });
  const post = (
    form_id: string,
    form: Record<string, string | string[]>,
    files: { field: string; name: string; content_base64: string }[] = [],
    visitor = '192.0.2.1',
  ): Promise<PageAnswer> => call(formPages, 'submit', { form_id, path: `/f/${form_id}`, form, files, visitor });
  const link = (url: string) => {
    const [, form_id = '', token = ''] = /\/f\/([^/]+)\/confirm\/([^/]+)$/.exec(url) ?? [];
    return { form_id, token, path: new URL(url).pathname, visitor: '192.0.2.1' };
  };
  return {
    open,
    post,
    /** Opens the page, waits as long as a person takes, and sends it. */
    send: async (
      form_id: string,
      form: Record<string, string | string[]>,
      files?: { field: string; name: string; content_base64: string }[],
    ) => {
      const page = await open(form_id);
      (ports as TestPorts).clock.advance(5_000);
      return post(form_id, { '-visit': visitIn(page.body), ...form }, files);
    },
    askConfirmation: (url: string): Promise<PageAnswer> => call(formPages, 'ask_confirmation', link(url)),
    confirm: (url: string): Promise<PageAnswer> => call(formPages, 'confirm', { ...link(url), form: {} }),
  };
}

/** The mark of its opening that a page carries. */
export const visitIn = (body: string): string => /name="-visit" value="([^"]+)"/.exec(body)?.[1] ?? '';

/** The name of the field of a page that nobody sees. */
export const trapIn = (body: string): string => /name="(website-[0-9a-f]+)"/.exec(body)?.[1] ?? '';

/** A Space of its own, with what a test does in it. */
export function newSpace({ ports }: TestServices) {
  const caller = newSpaceCaller();
  const call = callAs(ports, caller);
  return {
    caller,
    call,
    visitor: visitorOf(ports),
    form: (fields: readonly object[], settings: object = {}) => call(forms, 'create', { name: 'Inquiry', fields, ...settings } as never),
    submit: (id: string, data: object) => call(forms, 'submit', { id, data: data as never }),
    submissions: async (id: string, over: object = {}): Promise<FormSubmission[]> =>
      (await call(formSubmissions, 'list', { id, ...over })).data,
    /** The events since the beginning that wait in the outbox of forms, oldest first. */
    events: async () => emittedIn(ports.database, 'scheduling', caller.space_id),
  };
}

/** A problem that was expected, for looking at. */
export const refusal = async (act: Promise<unknown>) =>
  act.then(
    () => {
      throw new Error('It was not refused.');
    },
    (problem: { code: string; status: number; message: string; extras: { errors?: { path: string; code: string; message: string }[] } }) =>
      problem,
  );
