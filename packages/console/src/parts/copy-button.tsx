import { Check, Copy } from 'lucide-react';
import { type ReactElement, useEffect, useState } from 'react';
import { Button } from './button.tsx';
import { Tooltip } from './tooltip.tsx';

const COPIED_MS = 2_000;

/** Renders a button that copies a text; `label` names the text for readers. */
export function CopyButton({
  text,
  label,
  hasText = false,
}: {
  readonly text: string;
  readonly label: string;
  readonly hasText?: boolean;
}): ReactElement {
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setCopied(false), COPIED_MS);
    return () => clearTimeout(timer);
  }, [isCopied]);
  const copy = () => copyText(text).then(setCopied);
  const button = (
    <Button look={hasText ? undefined : 'plain icon'} small={!hasText} aria-label={isCopied ? 'Copied' : label} onClick={copy}>
      {isCopied ? <Check size={15} aria-hidden="true" /> : <Copy size={15} aria-hidden="true" />}
      {hasText && <span>{isCopied ? 'Copied' : 'Copy'}</span>}
    </Button>
  );
  return hasText ? button : <Tooltip text={isCopied ? 'Copied' : label}>{button}</Tooltip>;
}

/** Copies a text and returns true if it is in the clipboard. Pages of plain http have no clipboard API. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const area = document.createElement('textarea');
    area.value = text;
    document.body.append(area);
    area.select();
    const isCopied = document.execCommand('copy');
    area.remove();
    return isCopied;
  }
}
