import { z } from 'zod';
import { ASSET_PATH } from '../assets/picture-address.ts';
import { line, nonEmptyLine, timestamp } from '../core/fields.ts';
import { contract, operation } from '../core/operation.ts';
import { pageLocale } from '../core/page-locale.ts';
import { MAX_LOGO_CHARACTERS } from './limits.ts';
import { lookUpdated } from './look.events.ts';

/** Typefaces of public pages. All of them are on the visitor's device: a page loads no font. */
export const typefaces = ['sans', 'serif', 'rounded', 'mono'] as const;

const DATA_IMAGE = /^data:image\/(?:png|jpeg|gif|webp|svg\+xml);base64,[A-Za-z0-9+/]+={0,2}$/;

/** A host that a Content-Security-Policy can name: a `;` or a `,` in it would end the directive or the policy. */
const HOST = /^(?:[a-z0-9.-]+|\[[0-9a-f:.]+\])(?::\d{1,5})?$/;

function isLogo(text: string): boolean {
  if (ASSET_PATH.test(text)) return true;
  if (text.startsWith('data:')) return DATA_IMAGE.test(text);
  if (!/^https:\/\/[^/\\?#@]/.test(text) || /[\s\p{C}<>"'`\\]/u.test(text) || !URL.canParse(text)) return false;
  const { username, password, host } = new URL(text);
  return username === '' && password === '' && HOST.test(host);
}

const logo = z
  .string()
  .max(MAX_LOGO_CHARACTERS)
  .refine(
    isLogo,
    'must be an https address, /a/{asset_id}/{name} of an asset, or a data URL of a PNG, JPEG, GIF, WebP or SVG image in base64',
  )
  .nullable()
  .describe(
    'Logo above each page, and icon in the tab: an https address, /a/{asset_id}/{name} of an asset, or a data URL of an image in base64; null for none',
  );

const accent = z
  .string()
  .max(7)
  .regex(/^#[0-9a-fA-F]{6}$/, 'must be a colour of six hexadecimal digits, like #1d4ed8')
  .nullable()
  .describe('Colour of links and buttons, like #1d4ed8; null for the default. Pages darken or lighten it until its contrast is enough');

const lookFields = {
  name: nonEmptyLine(80).nullable().describe('Name above each page; null for the name of the Space'),
  logo,
  accent,
  typeface: z.enum(typefaces).describe('Typeface of the pages: sans (the default), serif, rounded or mono'),
  locale: pageLocale
    .nullable()
    .describe('Language of the pages, like de or de-AT; null for the language that the browser of a visitor prefers'),
  week_start: z
    .enum(['monday', 'saturday', 'sunday'])
    .nullable()
    .describe('First day of the week in calendars; null for that of the locale'),
  clock: z.enum(['12h', '24h']).nullable().describe('Times as 1:30 pm (12h) or 13:30 (24h); null for those of the locale'),
} as const;

const usedColor = z.object({
  accent: z.string().describe('Colour of links and buttons on the pages'),
  on_accent: z.string().describe('Colour of text on buttons'),
  contrast: z.number().describe('The least contrast of the colour with its grounds and its text, by WCAG; at least 4.5'),
});

/** The look of a Space's public pages. */
export const SpaceLook = z
  .object({
    updated_at: timestamp.nullable().describe('Time of the last change; null before the first'),
    ...lookFields,
    shown_name: line(200).describe('Name that the pages show: `name`, otherwise the name of the Space'),
    colors: z
      .object({ light: usedColor.describe('On a light ground'), dark: usedColor.describe('On a dark ground') })
      .describe('Colours that the pages use for `accent`'),
  })
  .meta({ id: 'SpaceLook' });

/** The look after a change, with what it was before. */
const ChangedLook = SpaceLook.extend({
  before: z.object(lookFields).partial().describe('The fields that the change has changed, with their values before it'),
});

/** The look of a Space's public pages, as services that render pages read it. */
export const PublicLook = z.object({ ...lookFields, name: z.string().nullable().describe('Name that the pages show; null for none') });

/** The look of a Space's public pages, as services that render pages read it. */
export type PublicLook = z.output<typeof PublicLook>;

/** The look of a Space's public pages. */
export const look = contract({
  name: 'look',
  service: 'gateway',
  tag: 'Look',
  description: 'Name, logo, colour, typeface and language of the public pages of a Space.',
  operations: {
    get: operation({
      summary: 'Read how the public pages of the Space look',
      description:
        'Forms, booking pages, shared views and blogs look alike: they take name, logo, colour, typeface and language from here.',
      scope: 'pages:read',
      route: { method: 'GET', path: '/look', status: 200 },
      tools: [{ name: 'get_look', family: 'pages', action: 'look' }],
      input: z.strictObject({}),
      output: SpaceLook,
      versioned: true,
    }),
    update: operation({
      summary: 'Change how the public pages of the Space look',
      description: 'Changes only the given fields; null restores a default. Pages follow within fifteen seconds.',
      scope: 'pages:write',
      route: { method: 'PATCH', path: '/look', status: 200 },
      tools: [{ name: 'update_look', family: 'pages', action: 'change_look' }],
      input: z.strictObject({
        name: lookFields.name.optional(),
        logo: lookFields.logo.optional(),
        accent: lookFields.accent.optional(),
        typeface: lookFields.typeface.optional(),
        locale: lookFields.locale.optional(),
        week_start: lookFields.week_start.optional(),
        clock: lookFields.clock.optional(),
      }),
      output: ChangedLook,
      emits: [lookUpdated],
      problems: ['unresolved_reference', 'unavailable'],
      versioned: true,
      undo: (_, { before }) => (Object.keys(before).length === 0 ? null : { tool: 'update_look', arguments: before }),
      example: { name: 'Analytical Engines', accent: '#0f766e', typeface: 'serif', locale: 'en-GB' },
    }),
  },
});
