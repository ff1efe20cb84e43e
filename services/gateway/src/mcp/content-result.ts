import type { CallToolResult } from '@modelcontextprotocol/server';
import {
  AGENT_LINK_MS,
  type AgentContent,
  ASSET_LINK_PURPOSE,
  AssetLink,
  linkedContentDoor,
  MAX_AGENT_PICTURE_BYTES,
  StoredContent,
} from '@space/contracts/uploads';
import { sealedToken } from '@space/crypto';
import { isoTime } from '@space/database';
import type { ObjectStore } from '@space/object-store';
import { objectsOf, type Ports } from '@space/runtime';
import { publicOrigin } from '@space/web';
import { createVariants } from '../bytes/picture-variants.ts';
import { SEEN_PICTURES, withPicture } from './answered-picture.ts';
import type { CallSession } from './call-tool.ts';
import { toResult } from './result.ts';

/** Returns the result of an operation with `content`: a link that works for some minutes, and a small picture as a picture too. */
export type ContentResult = (session: Pick<CallSession, 'key' | 'context' | 'onAnswer'>, body: Uint8Array) => Promise<CallToolResult>;

/** Creates the results of operations with `content`. */
export function createContentResult(ports: Pick<Ports, 'bus' | 'objects' | 'box' | 'clock' | 'config'>): ContentResult {
  const origin = publicOrigin(ports.config);
  const openVariant = createVariants(ports);
  const links = sealedToken(ports.box, { purpose: ASSET_LINK_PURPOSE, schema: AssetLink });

  function forAgents({ space_id, asset_id, links_version, name, content_type, size, etag, asked }: StoredContent): AgentContent {
    const expires_ms = ports.clock.now() + AGENT_LINK_MS;
    const token = links.seal({ space_id, asset_id, links_version, download: false, ...(asked ? { asked } : {}) }, expires_ms);
    const path = linkedContentDoor.path.replace(':token', token).replace(':name', encodeURIComponent(name.toWellFormed()));
    return { asset_id, name, content_type, size, sha256: etag, url: `${origin}${path}`, expires_at: isoTime(expires_ms) };
  }

  return async function contentResult({ key, context, onAnswer }, body) {
    const found = StoredContent.parse(JSON.parse(Buffer.from(body).toString()));
    const { content } = await openVariant(
      { caller: key.caller, request_id: context.request_id, trace: context.trace.carrier },
      found,
      found.asked,
      'image/webp',
    );
    const answer = forAgents(content);
    onAnswer?.(answer);
    const result = toResult(answer, { is_untrusted: true });
    const media = content.content_type.split(';', 1)[0]!.trim();
    if (!SEEN_PICTURES.has(media) || content.size > MAX_AGENT_PICTURE_BYTES) return result;
    const data = await readPicture(objectsOf(ports), content);
    return withPicture(result, data === undefined ? undefined : { type: 'image', data, mimeType: media });
  };
}

async function readPicture(objects: ObjectStore, { object_key }: StoredContent): Promise<string | undefined> {
  const found = await objects.get(object_key);
  if (!found) return undefined;
  const chunks: Buffer[] = [];
  for await (const chunk of found.body) chunks.push(chunk);
  return Buffer.concat(chunks).toString('base64');
}
