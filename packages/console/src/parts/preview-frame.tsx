import { ExternalLink, RotateCw } from 'lucide-react';
import { type ReactElement, useEffect, useRef, useState } from 'react';
import './preview-frame.css';
import { Button, buttonClass } from './button.tsx';

/** The widths in pixels at which a page is shown. */
const WIDTHS = { phone: 390, tablet: 768, desktop: 1_280 } as const;

/** The width of a screen of visitors. */
type PreviewWidth = keyof typeof WIDTHS;

/** Props of a preview: what it shows, at which address of the public origin, and the first width. */
export interface PreviewFrameProps {
  /** Names the frame for readers, such as `Preview of “Home”`. */
  readonly title: string;
  /** An address of the public origin; undefined until there is one. A new address replaces the page. */
  readonly src: string | undefined;
  /** Default desktop. */
  readonly width?: PreviewWidth;
  /** A text that changes with the content of the same address; the frame then loads it again. */
  readonly version?: string | number | undefined;
  /** Runs before a person's reload, such as to get a new link for one that has expired. */
  readonly onReload?: () => void;
}

/**
 * Renders a page of the public origin in a sandboxed frame. The page has no origin: it reads nothing of the console and cannot navigate it.
 * A page wider than its place is made smaller, so that it looks as on a screen of that width.
 */
export function PreviewFrame({ title, src, width: first = 'desktop', version, onReload }: PreviewFrameProps): ReactElement {
  const [width, setWidth] = useState<PreviewWidth>(first);
  const [reloads, setReloads] = useState(0);
  const box = useRef<HTMLDivElement>(null);
  const place = useSize(box);
  const scale = Math.min(1, place.width / WIDTHS[width]) || 1;
  function reload(): void {
    onReload?.();
    setReloads(reloads + 1);
  }
  return (
    <div className="preview">
      <div className="row">
        <fieldset className="row">
          <legend className="hidden-text">Width of the preview</legend>
          {(Object.keys(WIDTHS) as PreviewWidth[]).map((name) => (
            <Button key={name} small aria-pressed={width === name} onClick={() => setWidth(name)}>
              {name[0]!.toUpperCase() + name.slice(1)}
            </Button>
          ))}
        </fieldset>
        <Button small look="icon" aria-label="Reload the preview" onClick={reload}>
          <RotateCw size={16} aria-hidden="true" />
        </Button>
        {src !== undefined && (
          <a className={buttonClass('icon', true)} href={src} target="_blank" rel="noreferrer" aria-label="Open the preview in a new tab">
            <ExternalLink size={16} aria-hidden="true" />
          </a>
        )}
      </div>
      <div className="preview-box" ref={box}>
        {src !== undefined && place.width > 0 && (
          <iframe
            key={`${src} ${version} ${reloads}`}
            title={title}
            src={src}
            sandbox="allow-scripts allow-forms"
            referrerPolicy="no-referrer"
            style={{
              inlineSize: WIDTHS[width],
              blockSize: place.height / scale,
              insetInlineStart: (place.width - WIDTHS[width] * scale) / 2,
              transform: `scale(${scale})`,
            }}
          />
        )}
      </div>
    </div>
  );
}

/** Returns the size of an element in pixels as it changes; zero before it is known. */
function useSize(element: { readonly current: HTMLElement | null }): { readonly width: number; readonly height: number } {
  const [size, setSize] = useState({ width: 0, height: 0 });
  useEffect(() => {
    const observer = new ResizeObserver(([entry]) => {
      const { width = 0, height = 0 } = entry?.contentRect ?? {};
      setSize({ width, height });
    });
    if (element.current) observer.observe(element.current);
    return () => observer.disconnect();
  }, [element]);
  return size;
}
