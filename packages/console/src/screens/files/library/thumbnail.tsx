import { FileText, Image } from 'lucide-react';
import { type ReactElement, useState } from 'react';
import { useSpace } from '../../../shell/session.tsx';
import { type Asset, isShown, pictureUrl } from './asset.ts';

/** Renders a small picture of a file, or an icon. A picture that cannot be read is an icon too. */
export function Thumbnail({ asset }: { readonly asset: Asset }): ReactElement {
  const space = useSpace();
  const url = pictureUrl(space.id, asset, 128);
  const [failed, setFailed] = useState<string>();
  const Icon = asset.kind === 'image' ? Image : FileText;
  if (!isShown(asset) || failed === url)
    return (
      <span className="thumbnail">
        <Icon size={18} aria-hidden="true" />
      </span>
    );
  return (
    <img className="thumbnail" src={url} alt={asset.alt_text ?? ''} loading="lazy" width={36} height={36} onError={() => setFailed(url)} />
  );
}
