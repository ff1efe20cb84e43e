import type { ComponentProps, ReactElement, ReactNode } from 'react';
import { Labelled } from './labelled.tsx';

/** Props of a text of several lines: those of HTML, a label, a help text and a fault. */
export interface TextAreaProps extends ComponentProps<'textarea'> {
  readonly label: string;
  readonly help?: ReactNode;
  readonly fault?: string | undefined;
}

/** Renders a labelled text of several lines. */
export const TextArea = ({ label, help, fault, ...props }: TextAreaProps): ReactElement => (
  <Labelled label={label} help={help} fault={fault}>
    {(attributes) => <textarea className="input" rows={3} {...attributes} {...props} />}
  </Labelled>
);
