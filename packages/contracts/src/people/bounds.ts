import type { Bound } from '../core/bound.ts';
import * as limits from './limits.ts';

/** Bounds of people, their sessions and their membership in Spaces. */
export const peopleBounds: readonly Bound[] = [
  { subject: 'password, at least', value: limits.PASSWORD_CHARACTERS.min, unit: 'characters', per: 'person', refusal: 'invalid' },
  { subject: 'password', value: limits.PASSWORD_CHARACTERS.max, unit: 'characters', per: 'person', refusal: 'invalid' },
  { subject: 'name of a person', value: limits.MAX_PERSON_NAME, unit: 'characters', per: 'person', refusal: 'invalid' },
  {
    subject: 'validity of a setup link',
    value: limits.SETUP_LINK_MINUTES,
    unit: 'minutes',
    per: 'installation',
    effect: 'the link stops working',
  },
  { subject: 'validity of an invitation', value: limits.INVITATION_DAYS, unit: 'days', per: 'Space', effect: 'the link stops working' },
  { subject: 'open invitations', value: limits.MAX_INVITATIONS, unit: 'invitations', per: 'Space', refusal: 'limit_reached' },
  { subject: 'members', value: limits.MAX_MEMBERS, unit: 'members', per: 'Space', refusal: 'limit_reached' },
  { subject: 'Spaces of a person', value: limits.MAX_SPACES_OF_PERSON, unit: 'Spaces', per: 'person', refusal: 'limit_reached' },
  {
    subject: 'session without a request',
    value: limits.SESSION_IDLE_DAYS,
    unit: 'days',
    per: 'person',
    effect: 'the person signs in again',
  },
  { subject: 'session', value: limits.SESSION_DAYS, unit: 'days', per: 'person', effect: 'the person signs in again' },
  {
    subject: 'sessions',
    value: limits.MAX_SESSIONS,
    unit: 'sessions',
    per: 'person',
    effect: 'the one that was used longest ago ends',
  },
  {
    subject: 'confirmation with a password or a passkey',
    value: limits.CONFIRMATION_MINUTES,
    unit: 'minutes',
    per: 'person',
    refusal: 'confirmation_required',
  },
  {
    subject: 'tries to sign in, for one email address and for one network each',
    value: limits.MAX_SIGN_INS,
    unit: 'in a minute',
    per: 'process',
    refusal: 'limited',
  },
  {
    subject: 'passwords that are hashed at the same time',
    value: limits.MAX_PASSWORD_HASHES,
    unit: 'passwords',
    per: 'process',
    effect: 'further ones wait',
  },
  {
    subject: 'passwords that wait to be hashed',
    value: limits.MAX_WAITING_PASSWORDS,
    unit: 'passwords',
    per: 'process',
    refusal: 'unavailable',
  },
  { subject: 'passkeys', value: limits.MAX_PASSKEYS, unit: 'passkeys', per: 'person', refusal: 'limit_reached' },
  { subject: 'name of a passkey', value: limits.MAX_PASSKEY_NAME, unit: 'characters', per: 'person', refusal: 'invalid' },
  {
    subject: 'answer of a browser to a passkey, and return from an identity provider',
    value: limits.SIGN_IN_SECONDS,
    unit: 'seconds',
    per: 'person',
    effect: 'the person begins again',
  },
];
