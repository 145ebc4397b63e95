import { ErrorRegion } from '../../ui/ErrorRegion';
import type { Feature } from '../feature';
import { lazyView, WithoutBars } from '../lazy-view';
import { Palette } from '../palette/Palette';
import { closeOverlay, type Overlay, useWindow } from '../state/window';

const CheatSheet = lazyView(async () => (await import('../keymap/CheatSheet')).CheatSheet);

export function Overlays({ features }: { features: readonly Feature[] }) {
  const overlay = useWindow((state) => state.overlay);
  if (overlay === null) return null;
  return (
    <ErrorRegion name="This dialog" resetKey={`${overlay.id} ${overlay.argument}`}>
      <WithoutBars value={true}>
        <OpenOverlay features={features} overlay={overlay} />
      </WithoutBars>
    </ErrorRegion>
  );
}

function OpenOverlay({ features, overlay }: { features: readonly Feature[]; overlay: Overlay }) {
  if (overlay.id === 'palette') return <Palette features={features} query={overlay.argument} />;
  if (overlay.id === 'keys') return <CheatSheet />;
  const kind = features.flatMap((feature) => feature.overlays ?? []).find(({ id }) => id === overlay.id);
  return kind ? <kind.Content argument={overlay.argument} close={closeOverlay} /> : null;
}
