import { z } from 'zod';
import { id, timestamp } from '../core/fields.ts';
import { contract, operation } from '../core/operation.ts';
import { variantFields } from './picture-variant.ts';
import { StoredContent } from './upload-directory.ts';

/** The bytes of an asset as an agent receives them over MCP; a small picture also is a picture in the result. */
export const AgentContent = z
  .object({
    asset_id: z.string(),
    name: z.string(),
    content_type: z.string(),
    size: z.int().min(0),
    sha256: z.string(),
    url: z.string().describe('Everyone with this address can read the bytes until it expires'),
    expires_at: timestamp,
  })
  .meta({ id: 'AgentContent' });

/** The bytes of an asset as an agent receives them over MCP. */
export type AgentContent = z.infer<typeof AgentContent>;

/** The bytes of an asset, for callers with a key. */
export const assetContent = contract({
  name: 'asset_content',
  service: 'library',
  tag: 'Assets',
  description: 'The bytes of an asset.',
  operations: {
    get: operation({
      summary: 'Read the bytes of an asset',
      description:
        'REST sends the bytes as an attachment. They have an ETag, and a request with Range gets a part. w, ratio and f ask for a smaller or cropped picture. Over MCP a picture of at most 1 MB is a picture, and any other file a link that works for 10 minutes.',
      scope: 'assets:read',
      route: { method: 'GET', path: '/assets/:id/content', status: 200 },
      tools: [{ name: 'get_asset_content', family: 'assets', action: 'content' }],
      input: z.strictObject({
        id: id('asset'),
        version: z.int().min(1).optional().describe('A former version; default the current one'),
        ...variantFields,
      }),
      output: StoredContent,
      content: { for_agents: AgentContent },
    }),
  },
});
