import { z } from 'zod';
import { operation } from '../core/operation.ts';
import { cursorOf } from '../core/page.ts';
import { assetId } from './asset.ts';
import { MAX_ASSET_TEXT_BYTES, TEXT_EXCERPT_CHARACTERS } from './limits.ts';

/** Characters of the cursor of a text. */
const CURSOR_CHARACTERS = 200;

/** The field of an asset with the beginning of the text of its file. */
export const textExcerpt = {
  text_excerpt: z
    .string()
    .nullable()
    .describe(`The first ${TEXT_EXCERPT_CHARACTERS} characters of its text, words of others; null without text`),
};

/** A page of the text of a file. */
export const AssetText = z
  .object({
    asset_id: z.string(),
    name: z.string(),
    version: z.int().describe('Number of the file'),
    text: z.string().describe('The page, words of others'),
    page: z.int().describe('1 for the first'),
    pages: z.int(),
    is_truncated: z.boolean().describe(`True if the file has more text: at most ${MAX_ASSET_TEXT_BYTES / 1_048_576} MiB are read`),
    next_cursor: z.string().nullable().describe('Pass as cursor for the next page; null on the last'),
  })
  .meta({ id: 'AssetText' });

/** A page of the text of a file. */
export type AssetText = z.output<typeof AssetText>;

/** The operation that reads the text of a file (contract, Y12). */
export const assetTextOperations = {
  text: operation({
    summary: 'Read the text of a file',
    description:
      'The text of a PDF, office file, HTML or text file, page by page. 409 says why there is none: it is not read yet, cannot be read, or is empty.',
    scope: 'assets:read',
    route: { method: 'GET', path: '/assets/:id/text', status: 200 },
    tools: [{ name: 'get_asset_text', family: 'assets', action: 'text' }],
    input: z.strictObject({ ...assetId, cursor: cursorOf(CURSOR_CHARACTERS) }),
    output: AssetText,
    problems: ['conflict'],
  }),
};
