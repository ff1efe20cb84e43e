import type { NewFormField, Quiz } from '@space/contracts/scheduling';

/** A form to start from. */
export interface FormTemplate {
  readonly description: string;
  readonly fields: readonly NewFormField[];
  readonly settings: { readonly success_message: string; readonly quiz?: Quiz };
}
