import type { ReactElement } from 'react';
import { useSpace } from '../../../shell/session.tsx';
import { type Asset, pictureUrl } from '../library/asset.ts';
import type { FocalPoint } from './asset-draft.ts';

/** Props of the picture: the file, its point, and what sets that. */
export interface AssetPictureProps {
  readonly asset: Asset;
  readonly point: FocalPoint | null;
  readonly onPoint?: ((point: FocalPoint) => void) | undefined;
}

const rounded = (part: number): number => Math.min(1, Math.max(0, Math.round(part * 100) / 100));

/** Renders a picture with a mark at its focal point. A click in it sets that point; two fields are the way by keyboard. */
export function AssetPicture({ asset, point, onPoint }: AssetPictureProps): ReactElement {
  const space = useSpace();
  return (
    <div className="asset-picture">
      <div>
        <img
          src={pictureUrl(space.id, asset, 1_280)}
          alt={asset.alt_text ?? ''}
          {...(onPoint && {
            onClick: ({ nativeEvent: { offsetX, offsetY }, currentTarget: { width, height } }) =>
              onPoint({ x: rounded(offsetX / width), y: rounded(offsetY / height) }),
          })}
        />
        {point && <span className="focal-mark" aria-hidden="true" style={{ left: `${point.x * 100}%`, top: `${point.y * 100}%` }} />}
      </div>
    </div>
  );
}
