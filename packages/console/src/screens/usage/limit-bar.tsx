import type { ReactElement } from 'react';
import { fullness } from './human-amount.ts';

/** Renders how full a limit is: a bar, and the same as a text. */
export function LimitBar({
  label,
  used,
  maximum,
  format = (value) => value.toLocaleString('en'),
}: {
  readonly label: string;
  readonly used: number;
  readonly maximum: number | null;
  readonly format?: (value: number) => string;
}): ReactElement {
  const percent = fullness(used, maximum);
  const look = percent === undefined || percent < 80 ? '' : percent < 100 ? 'warn' : 'bad';
  return (
    <div className="usage-limit">
      <div className="row">
        <strong>{label}</strong>
        <span className="tail number">
          {format(used)} {maximum === null ? <span className="soft">no limit</span> : `of ${format(maximum)} · ${percent} %`}
        </span>
      </div>
      {percent !== undefined && (
        <div className="usage-bar" aria-hidden="true">
          <div className={look} style={{ width: `${percent}%` }} />
        </div>
      )}
    </div>
  );
}
