import type { IncomingMessage } from 'node:http';
import { SIGN_IN_SECONDS } from '@space/contracts/people';
import { type SecretBox, sealedToken } from '@space/crypto';
import type { Clock } from '@space/database';
import { SECOND_MS } from '@space/time';
import { z } from 'zod';
import { cookieValue, PROVIDER_COOKIES } from '../people/session-cookie.ts';

/** The path below which the cookie is sent, and the pages of the provider are. */
export const PROVIDER_PATH = '/sign-in/provider';

/** Names the purpose of a way to the identity provider. */
export const FlowKind = z.enum(['sign_in', 'link', 'confirm', 'accept']);

/** Names the purpose of a way to the identity provider. */
export type FlowKind = z.infer<typeof FlowKind>;

const Flow = z.object({
  kind: FlowKind,
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  /** The path to go to in the end. */
  next: z.string(),
  /** The person and the session that link an account or confirm; '' for another kind. The cookie of the session does not come back with the person. */
  person_id: z.string(),
  session_id: z.string(),
  /** The secret of the invitation to accept; '' for another kind. */
  invitation: z.string(),
});

/** One way of a person to the identity provider and back, as their browser holds it. */
export type Flow = z.infer<typeof Flow>;

/** The cookie that holds the flow of a browser. */
export interface FlowCookie {
  /** Returns the value of `Set-Cookie` that stores a flow. */
  store(flow: Flow): string;
  /** The value of `Set-Cookie` that deletes the cookie. */
  readonly remove: string;
  /** Returns the flow of a request; undefined without one, and when it took too long. */
  read(request: IncomingMessage): Flow | undefined;
}

/**
 * Returns the cookie of a console at this address. It is sealed, is sent to the pages of the provider only, and is SameSite=Lax because the
 * person comes back from another site.
 */
export function flowCookie(consoleUrl: string, { box, clock }: { readonly box: SecretBox; readonly clock: Clock }): FlowCookie {
  const isSecure = new URL(consoleUrl).protocol === 'https:';
  const name = isSecure ? PROVIDER_COOKIES.https : PROVIDER_COOKIES.http;
  const attributes = `Path=${PROVIDER_PATH}; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`;
  const tokens = sealedToken(box, { purpose: 'identity provider', schema: Flow, now: () => clock.now() });
  return {
    store: (flow) => `${name}=${tokens.seal(flow, clock.now() + SIGN_IN_SECONDS * SECOND_MS)}; Max-Age=${SIGN_IN_SECONDS}; ${attributes}`,
    remove: `${name}=; Max-Age=0; ${attributes}`,
    read: ({ headers }) => tokens.open(cookieValue(headers.cookie, name)),
  };
}
