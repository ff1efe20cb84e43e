import { expect } from '@jest/globals';
import { ProblemBody, type Role } from '@space/contracts/core';
import type { ApiRequest } from './api-request.ts';
import { type NewPerson, newPerson } from './new-person.ts';
import { operator, profile } from './profile.ts';

/** Sends the form of an invitation, as a browser does, and returns the answer without following its redirect. */
export const acceptInvitation = (url: string, person: NewPerson): Promise<Response> => postForm(url, { ...person });

/** A person who is signed in to the console and a member of a Space. */
export interface TestPerson {
  readonly space_id: string;
  readonly member_id: string;
  readonly person_id: string;
  readonly email: string;
  /** The `Cookie` header of the session. */
  readonly cookie: string;
  /** Sends a request as the browser of the person does; `path` follows `/v1` of the Space. */
  readonly request: ApiRequest;
  /** Sends a request about the person, in no Space. */
  readonly own: ApiRequest;
}

/** Invites a person to a Space and accepts for them with a new account. The session counts as confirmed. */
export async function newMember(space_id: string, role: Role = 'owner', may_run = false): Promise<TestPerson> {
  const { url } = await operator.members.invite({ space_id, role, may_run });
  const person = newPerson(`A ${role}`);
  const accepted = await acceptInvitation(url, person);
  expect(accepted.status).toBe(303);
  return personOf(cookieOf(accepted), space_id, person.email);
}

/** Sends a form as a page of the console does, and follows no redirect. */
const postForm = (url: string, fields: Readonly<Record<string, string>>, headers: Readonly<Record<string, string>> = {}) =>
  fetch(url, {
    method: 'POST',
    redirect: 'manual',
    headers: { origin: new URL(profile.console_url).origin, ...headers },
    body: new URLSearchParams(fields),
  });

/** Returns the `Cookie` header for the cookie that an answer sets. */
const cookieOf = ({ headers }: Pick<Response, 'headers'>): string => headers.getSetCookie()[0]!.split(';', 1)[0]!;

async function personOf(first: string, space_id: string, email: string): Promise<TestPerson> {
  let cookie = first;
  const follow =
    (base: string): ApiRequest =>
    async (method, path, options) => {
      const answer = await requestAs(cookie, base)(method, path, options);
      if (answer.headers.getSetCookie().length > 0) cookie = cookieOf(answer);
      return answer;
    };
  const own = follow(`${profile.console_url}/v1`);
  const { body } = await own('GET', '/person');
  return {
    space_id,
    email,
    get cookie() {
      return cookie;
    },
    person_id: body.person.id,
    member_id: body.spaces.find(({ id }: { id: string }) => id === space_id).member_id,
    request: follow(`${profile.console_url}/spaces/${space_id}/v1`),
    own,
  };
}

/** Returns a function that sends requests with the cookie of a session, and checks that errors are complete Problems. */
export const requestAs =
  (cookie: string, base: string): ApiRequest =>
  async (method, path, { body, raw, headers } = {}) => {
    const content = raw ?? (body === undefined ? null : JSON.stringify(body));
    const response = await fetch(base + path, {
      method,
      headers: { cookie, 'sec-fetch-site': 'same-origin', ...(content === null ? {} : { 'content-type': 'application/json' }), ...headers },
      ...(content === null ? {} : { body: content }),
    });
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.includes('json') ?? false;
    const answer = { status: response.status, headers: response.headers, text, body: isJson ? JSON.parse(text) : undefined };
    expect(answer.status).toBeLessThan(500);
    if (answer.status >= 400) expect(ProblemBody.loose().safeParse(answer.body).success).toBe(true);
    return answer;
  };
