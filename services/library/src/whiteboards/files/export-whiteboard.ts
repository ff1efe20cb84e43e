import { describeBoard } from '@space/board';
import { writeExcalidraw, writeJsonCanvas } from '@space/board/formats';
import type { Handlers } from '@space/bus';
import { notFound, Problem } from '@space/contracts/core';
import type { BoardElement } from '@space/contracts/whiteboard-elements';
import { MAX_WHITEBOARD_EXPORT_BYTES, type whiteboards } from '@space/contracts/whiteboards';
import { loadState, versionGone } from '../../contents/storage/load-state.ts';
import { fileNameOf } from '../../objects/file-name-of.ts';
import type { WhiteboardPorts } from '../content/whiteboard-ports.ts';
import { findWhiteboard } from '../rows/find-whiteboard.ts';
import { elementsIn } from './frame-elements.ts';
import { shownPictures } from './shown-pictures.ts';

type Format = 'svg' | 'png' | 'excalidraw' | 'jsoncanvas' | 'text';

/** A file without its name. */
interface Content {
  readonly content: string;
  readonly width?: number;
  readonly height?: number;
}

/** The endings and media types of files. */
const forms: Readonly<Record<Format, { readonly ending: string; readonly media_type: string }>> = {
  svg: { ending: 'svg', media_type: 'image/svg+xml' },
  png: { ending: 'png', media_type: 'image/png' },
  excalidraw: { ending: 'excalidraw', media_type: 'application/json' },
  jsoncanvas: { ending: 'canvas', media_type: 'application/json' },
  text: { ending: 'txt', media_type: 'text/plain; charset=utf-8' },
};

/** Returns the handler that writes a whiteboard to a file. */
export function exportWhiteboard({ ports, boards, pictures }: WhiteboardPorts): Handlers<typeof whiteboards>['export'] {
  return async function exportFile({ input: { id, format, frame_id, scale, version }, caller: { space_id: space } }) {
    const whiteboard = await findWhiteboard(ports.database, space, id);
    const at = version ?? whiteboard.content_version;
    if (at > whiteboard.content_version) throw notFound('version of the whiteboard', String(at));
    const state = await loadState(ports.database, boards, space, id, at);
    if (state === null) throw versionGone(at);
    const all = await boards.run(space, 'read_elements', { state });
    const elements = elementsIn(all, frame_id);
    const { content, width = null, height = null } = await contentIn(format, elements);
    if (Buffer.byteLength(content) > MAX_WHITEBOARD_EXPORT_BYTES)
      throw new Problem(
        'too_large',
        `The file has more than ${MAX_WHITEBOARD_EXPORT_BYTES / 1_048_576} MiB; choose a smaller scale or one frame.`,
      );
    const { ending, media_type } = forms[format];
    const name = `${fileNameOf(whiteboard.title, 'whiteboard')}.${ending}`;
    return { name, media_type, encoding: format === 'png' ? ('base64' as const) : ('utf8' as const), content, width, height };

    async function contentIn(form: Format, shown: readonly BoardElement[]): Promise<Content> {
      if (form === 'text') return { content: `${describeBoard(shown).text.trimEnd()}\n` };
      if (form === 'jsoncanvas') return { content: JSON.stringify(writeJsonCanvas(shown).canvas) };
      const images = await shownPictures(ports, space, shown);
      if (form === 'excalidraw') return { content: JSON.stringify(writeExcalidraw(shown, { images })) };
      const options = { frame_id: frame_id ?? null, scale, images, title: whiteboard.title };
      if (form === 'svg') {
        const { svg, ...size } = await pictures.draw(space, 'draw_svg', all, options);
        return { content: svg, width: size.width, height: size.height };
      }
      const { png, ...size } = await pictures.draw(space, 'draw_png', all, options);
      return { content: Buffer.from(png).toString('base64'), width: size.width, height: size.height };
    }
  };
}
