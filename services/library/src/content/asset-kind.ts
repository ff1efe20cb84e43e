import type { AssetKind } from '@space/contracts/assets';

const DOCUMENTS =
  /^application\/(?:msword|rtf|epub\+zip|vnd\.(?:ms-(?:excel|powerpoint|word)|openxmlformats-officedocument|oasis\.opendocument|apple\.(?:pages|numbers|keynote)))/;
const ARCHIVES = /^application\/(?:zip|gzip|x-(?:7z-compressed|bzip2|rar-compressed|tar|xz|compress)|vnd\.rar|zstd)$/;
const TEXTS = /^application\/(?:json|yaml|xml|x-subrip|.+\+(?:json|xml))$/;

/** Returns the kind of an asset with a media type. */
export function assetKind(content_type: string): AssetKind {
  const [group] = content_type.split('/');
  if (group === 'image' || group === 'video' || group === 'audio' || group === 'text') return group;
  if (content_type === 'application/pdf') return 'pdf';
  if (DOCUMENTS.test(content_type)) return 'document';
  if (ARCHIVES.test(content_type)) return 'archive';
  return TEXTS.test(content_type) ? 'text' : 'other';
}
