import type { CallToolResult, ImageContent } from '@modelcontextprotocol/server';
import type { Operation } from '@space/contracts/core';
import { MAX_AGENT_PICTURE_BYTES } from '@space/contracts/uploads';

/** Pictures that models see. */
export const SEEN_PICTURES: ReadonlySet<string> = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp']);

/** An answer whose file is a picture that a model sees, without it. */
interface SplitAnswer {
  readonly answer: Readonly<Record<string, unknown>>;
  readonly picture?: ImageContent;
}

/** Takes the picture out of the answer of an operation that answers a file, if it is one of at most 1 MB that models see. */
export function splitPicture({ download }: Pick<Operation, 'download'>, answer: Readonly<Record<string, unknown>>): SplitAnswer {
  if (download?.encoding_field === undefined || answer[download.encoding_field] !== 'base64') return { answer };
  const { [download.field]: data, ...rest } = answer;
  const { media_type } = answer;
  if (typeof data !== 'string' || typeof media_type !== 'string' || !SEEN_PICTURES.has(media_type)) return { answer };
  if ((data.length / 4) * 3 > MAX_AGENT_PICTURE_BYTES) return { answer };
  return { answer: { ...rest, [download.field]: '' }, picture: { type: 'image', data, mimeType: media_type } };
}

/** Returns a result with a picture after its text. */
export const withPicture = (result: CallToolResult, picture: ImageContent | undefined): CallToolResult =>
  picture ? { ...result, content: [...result.content, picture] } : result;
