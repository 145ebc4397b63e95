import type { ComponentType } from 'react';

export type SectionProps = {
  /** Why nothing can be changed now. */
  readonly disabledReason: string | null;
};

/** The line of a part in `section-names.ts`. */
export type SectionName = {
  readonly id: string;
  readonly name: string;
  /** What it is about, in a sentence. */
  readonly sentence: string;
  /** Other words a person may look for in the palette. */
  readonly words: string;
};

/** A part of the settings: one file of rows, one line in `sections.ts`, reached as `#/settings/<id>`. */
export type SettingsSection = SectionName & { readonly Content: ComponentType<SectionProps> };
