import type { ElementOf } from '@space/contracts/whiteboard-elements';
import type { DrawingContext, DrawnElement } from '../drawing/drawn-element.ts';
import { tag } from '../svg/tag.ts';
import { drawBoxedText } from '../text/boxed-text.ts';

/** Pictures that are drawn: no kind that may have a script or an address of its own. */
const picture = /^data:image\/(?:png|jpeg|gif|webp);base64,[A-Za-z0-9+/=]+$/;

const GREY = '#868e96';

/** Returns a picture, or a grey field with its text if the caller gave no picture. */
export function drawImage(element: ElementOf<'image'>, { images, sheet }: DrawingContext): DrawnElement {
  const { x, y, width, height, text, style } = element;
  const image = images.get(element.asset_id);
  const name = text.trim() === '' ? 'Picture' : text;
  const isDrawn = image !== undefined && picture.test(image.data_uri);
  return {
    markup: isDrawn
      ? tag('image', { x, y, width, height, href: image.data_uri, preserveAspectRatio: 'xMidYMid meet' })
      : tag('rect', { x, y, width, height, rx: 4, fill: '#f1f3f5', stroke: GREY, 'stroke-dasharray': '6 6' }) +
        drawBoxedText(
          name,
          { x: x + 8, y: y + 4, width: width - 16, height: height - 8 },
          { ...style, stroke_color: GREY, align: 'center' },
          sheet,
        ),
    bounds: { left: x, top: y, right: x + width, bottom: y + height },
    label: text.trim() === '' ? 'Picture' : `Picture: ${text}`,
  };
}
