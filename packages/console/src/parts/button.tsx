import type { ComponentProps, ReactElement } from 'react';

/** Props of a button: those of HTML, its look and its size. */
export interface ButtonProps extends ComponentProps<'button'> {
  readonly look?: 'primary' | 'danger' | 'danger primary' | 'plain' | 'icon' | 'plain icon' | undefined;
  readonly small?: boolean;
}

/** Returns the class names of a button. */
export const buttonClass = (look: ButtonProps['look'], small = false): string =>
  ['button', look, small && 'small'].filter(Boolean).join(' ');

/** Renders a button that submits nothing by default. */
export function Button({ look, small, className, ...props }: ButtonProps): ReactElement {
  return <button type="button" className={`${buttonClass(look, small)}${className ? ` ${className}` : ''}`} {...props} />;
}
