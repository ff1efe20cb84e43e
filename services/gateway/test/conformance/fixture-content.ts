import type { AudioContent, EmbeddedResource, ImageContent, TextContent } from '@modelcontextprotocol/server';

/** A red pixel, as PNG in base64. */
export const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==';

/** A sound of one sample, as WAV in base64. */
const WAV = 'UklGRiYAAABXQVZFZm10IBAAAAABAAEAQB8AAAB9AAACABAAZGF0YQIAAAA=';

/** Text as content. */
export const text = (said: string): TextContent => ({ type: 'text', text: said });

/** The pixel as content. */
export const image: ImageContent = { type: 'image', data: PNG, mimeType: 'image/png' };

/** The sound as content. */
export const audio: AudioContent = { type: 'audio', data: WAV, mimeType: 'audio/wav' };

/** A resource of text that lies inside the content. */
export const embedded = (uri: string, said: string, mimeType = 'text/plain'): EmbeddedResource => ({
  type: 'resource',
  resource: { uri, mimeType, text: said },
});
