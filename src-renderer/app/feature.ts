import type { ComponentType } from 'react';
import type { IconType } from '../ui/Icon';
import type { Action, DeclaredAction } from './keymap/action';

/** A place in the centre: `#/<id>`. The frame draws its entry in the sidebar and gives it an action to go there. */
type AnyView = {
  readonly id: string;
  readonly name: string;
  readonly icon: IconType;
  readonly Content: ComponentType<{ rest: string }>;
  readonly order: number;
  /** Other words a person may look for in the palette. */
  readonly words?: string;
  /** Without a project the welcome screen stands in its place. */
  readonly needsProject: boolean;
  /** The whole window, without sidebar and panel. */
  readonly isFullWindow?: boolean;
  /** A hook: the number beside the name. */
  readonly useCount?: () => number | null;
  /** Draws nothing: asks for what the view shows while the window still opens, so that both are drawn at once. */
  readonly Ahead?: ComponentType<AheadProps>;
};

export type AheadProps = { project: string; onReady: () => void };

/** `foot`: below, with the settings. `none`: reached by other ways, so it needs no key. */
export type View = AnyView &
  ({ readonly place: 'views' | 'foot'; readonly chord: string } | { readonly place: 'none' });

export type SidebarSection = {
  readonly id: string;
  readonly place: 'top' | 'middle' | 'foot';
  readonly order: number;
  readonly Content: ComponentType<{ isRail: boolean }>;
};

/** Focus mode, in which a panel has the window. `none`: it cannot, or has it already because the window is narrow. */
export type PanelFocus =
  | { readonly state: 'none' | 'offered' }
  | { readonly state: 'on'; readonly px: number; readonly scale: number };

export type PanelContentProps = { argument: string; close: () => void; focus: PanelFocus };

/** What the right panel can show; opened with `openPanel({ id, argument })`. */
export type PanelKind = {
  readonly id: string;
  readonly name: string;
  readonly Content: ComponentType<PanelContentProps>;
  readonly canFocus?: boolean;
};

/** A dialog that anything may open with `openOverlay(id, argument)`. */
export type OverlayKind = {
  readonly id: string;
  readonly Content: ComponentType<{ argument: string; close: () => void }>;
};

export type PaletteItem = {
  readonly id: string;
  readonly name: string;
  readonly section: string;
  /** Answered by a prefix too: `>` commands, `#` beads, `@` agents. */
  readonly prefix?: '>' | '#' | '@';
  readonly Icon?: ComponentType;
  /** At the right: "session, needs an answer". */
  readonly kind?: string;
  readonly shortcut?: string | null;
  readonly words?: string;
  readonly run: () => void;
};

/** A feature adds itself to the frame by its entry in `features.ts`; the frame is not edited for it. */
export type Feature = {
  readonly id: string;
  readonly views?: readonly View[];
  readonly actions?: readonly Action[];
  /** The actions of its views and panels, also while none of them is there: the same list they are registered from. */
  readonly declare?: () => Promise<readonly DeclaredAction[]>;
  readonly sidebar?: readonly SidebarSection[];
  readonly panels?: readonly PanelKind[];
  readonly overlays?: readonly OverlayKind[];
  /** A hook, called while the palette is open: the things it can find. */
  readonly usePaletteItems?: () => readonly PaletteItem[];
  /** Drawn always and shows nothing: for hooks that live as long as the window (actions that need a client). */
  readonly Always?: ComponentType;
};
