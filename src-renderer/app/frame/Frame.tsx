import { useEffect, useRef } from 'react';
import { ErrorRegion } from '../../ui/ErrorRegion';
import { PANEL_MIN, SIDEBAR_RANGE } from '../../ui/measures';
import { Splitter } from '../../ui/Splitter';
import { ToastRegion } from '../../ui/ToastRegion';
import type { Feature, PanelFocus, PanelKind, View } from '../feature';
import { KeyHandler } from '../keymap/KeyHandler';
import { closePanel, FIRST_LAYOUT, keepLayout, panelOf, showLayout, useLayout } from '../state/layout';
import { useProject } from '../state/project';
import { useRoute } from '../state/route';
import { useSettings } from '../state/settings';
import { useWindow } from '../state/window';
import { useAfterFirstScreen } from '../use-after-first-screen';
import { ConnectionBanner } from './ConnectionBanner';
import styles from './Frame.module.css';
import { FrameActions } from './FrameActions';
import { type FrameShape, frameShape } from './frame.logic';
import { Overlays } from './Overlays';
import { leaveFocus } from './panel-acts';
import { Sidebar } from './Sidebar';
import { useFocusAfterOpening, useFocusKeeper } from './use-focus-keeper';
import { useWindowWidth } from './use-window-width';
import { currentView, pageTitle, viewsOf } from './views.logic';

export function Frame({ features }: { features: readonly Feature[] }) {
  const route = useRoute();
  const project = useProject();
  const view = currentView(viewsOf(features), route.view, project !== null);
  useFocusAfterOpening(project?.path ?? null);
  const waiting = useWindow((state) => state.waiting);
  useEffect(() => {
    document.title = pageTitle(view?.name ?? null, project?.name ?? null, waiting);
  }, [view, project, waiting]);

  return (
    <div className={styles['window']}>
      <KeyHandler />
      <FrameActions features={features} />
      <ConnectionBanner />
      {view?.isFullWindow ? (
        <main className={styles['full']} data-region="view" tabIndex={-1}>
          <ErrorRegion name="This screen" resetKey={view.id}>
            <view.Content rest={route.rest} />
          </ErrorRegion>
        </main>
      ) : (
        <Panes features={features} view={view} rest={route.rest} />
      )}
      <Overlays features={features} />
      {useAfterFirstScreen() && <AlwaysThere features={features} />}
      <ToastRegion />
    </div>
  );
}

type PanesProps = { features: readonly Feature[]; view: View | null; rest: string };

function Panes({ features, view, rest }: PanesProps) {
  const layout = useLayout();
  const project = useProject();
  const windowPx = useWindowWidth();
  const isNarrowSidebarOpen = useWindow((state) => state.isNarrowSidebarOpen);
  const scale = useSettings().appearance.text_size_percent / 100;
  const content = panelOf(layout);
  const panels = features.flatMap((feature) => feature.panels ?? []);
  const panel = project === null ? undefined : panels.find(({ id }) => id === content?.id);
  const shape = frameShape({
    windowPx,
    scale,
    layout,
    hasPanel: panel !== undefined,
    isNarrowSidebarOpen,
  });
  const columns = `${shape.sidebarPx}px minmax(0, 1fr) ${shape.panelPx}px`;
  const isFilled = shape.panel === 'fills';
  const isCovered = isFilled || shape.panel === 'covers';
  const isPanelOpen = panel !== undefined && shape.panel !== 'none';
  useViewComesForward(`${view?.id} ${rest}`);
  useFocusKeeper({
    panel: isPanelOpen ? `${panel.id} ${content?.argument ?? ''}` : null,
    isCovered,
    isFilled,
  });

  return (
    <div className={styles['panes']} style={{ gridTemplateColumns: columns }}>
      <nav className={styles['sidebar']} aria-label="Project and views" data-region="sidebar" tabIndex={-1}>
        <ErrorRegion name="The sidebar">
          <Sidebar features={features} isRail={shape.isRail} current={isFilled ? '' : (view?.id ?? '')} />
        </ErrorRegion>
        {!shape.isRail && (
          <Splitter
            label="Width of the sidebar"
            sizes="left"
            value={shape.sidebarPx}
            min={SIDEBAR_RANGE.min * scale}
            max={SIDEBAR_RANGE.max * scale}
            onChange={(px) => showLayout({ sidebar_width: Math.round(px / scale) })}
            onCommit={(px) => keepLayout({ sidebar_width: Math.round(px / scale) })}
            onReset={() => keepLayout({ sidebar_width: FIRST_LAYOUT.sidebar_width })}
          />
        )}
      </nav>
      <main className={styles['view']} data-region="view" tabIndex={-1} inert={isCovered}>
        <ErrorRegion name={view?.name ?? 'This view'} resetKey={view?.id ?? ''}>
          {view && <view.Content rest={rest} />}
        </ErrorRegion>
      </main>
      {isPanelOpen && (
        <PanelRegion
          kind={panel}
          argument={content?.argument ?? ''}
          shape={shape}
          focus={focusOf(panel, shape, windowPx)}
        />
      )}
    </div>
  );
}

function AlwaysThere({ features }: { features: readonly Feature[] }) {
  return features.map(
    ({ id, Always }) =>
      Always && (
        <ErrorRegion key={id} name="A part of the window">
          <Always />
        </ErrorRegion>
      ),
  );
}

function focusOf(kind: PanelKind, shape: FrameShape, windowPx: number): PanelFocus {
  if (shape.panel === 'fills') return { state: 'on', px: windowPx - shape.sidebarPx, scale: shape.scale };
  return { state: kind.canFocus === true && shape.panel === 'beside' ? 'offered' : 'none' };
}

/** Whatever led to another place (a link, the palette, a notice), it is seen. */
function useViewComesForward(place: string): void {
  const before = useRef(place);
  useEffect(() => {
    if (before.current !== place) leaveFocus();
    before.current = place;
  }, [place]);
}

type PanelRegionProps = { kind: PanelKind; argument: string; shape: FrameShape; focus: PanelFocus };

function PanelRegion({ kind, argument, shape, focus }: PanelRegionProps) {
  const { scale } = shape;
  return (
    <section
      // Over the view, which is out of reach then, it is all there is.
      role={shape.panel === 'beside' ? 'complementary' : 'main'}
      className={shape.panel === 'beside' ? styles['panel'] : styles['covering']}
      aria-label={kind.name}
      data-region="panel"
      tabIndex={-1}
    >
      {shape.panel !== 'beside' && <h1 className="visually-hidden">{kind.name}</h1>}
      {shape.panel === 'beside' && !shape.isNarrow && (
        <Splitter
          label="Width of the panel"
          sizes="right"
          value={shape.panelPx}
          min={PANEL_MIN * scale}
          max={shape.panelMaxPx}
          onChange={(px) => showLayout({ panel_width: Math.round(px / scale) })}
          onCommit={(px) => keepLayout({ panel_width: Math.round(px / scale) })}
          onReset={() => keepLayout({ panel_width: FIRST_LAYOUT.panel_width })}
        />
      )}
      <ErrorRegion name={kind.name} resetKey={`${kind.id} ${argument}`}>
        <kind.Content key={`${kind.id} ${argument}`} argument={argument} close={closePanel} focus={focus} />
      </ErrorRegion>
    </section>
  );
}
