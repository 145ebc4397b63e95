import { z } from 'zod';

const Width = z.int().min(0).max(10_000);

/** Where things stand in a window, kept per project: what a person arranged is found again. */
export const Layout = z.looseObject({
  sidebar_width: Width.default(232),
  is_sidebar_collapsed: z.boolean().default(false),
  panel_width: Width.default(420),
  is_panel_collapsed: z.boolean().default(true),
  /** Focus mode: what the panel shows has the window. */
  is_panel_focused: z.boolean().default(false),
  view: z.string().max(200).default('board'),
});
export type Layout = z.infer<typeof Layout>;

export const LayoutError = z.discriminatedUnion('code', [
  z.object({ code: z.literal('layout-not-saved'), file: z.string(), detail: z.string() }),
]);
export type LayoutError = z.infer<typeof LayoutError>;

export function defaultLayout(): Layout {
  return Layout.parse({});
}
