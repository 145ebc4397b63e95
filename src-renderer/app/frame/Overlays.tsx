import { ErrorRegion } from '../../ui/ErrorRegion';
import type { Feature, OverlayKind } from '../feature';
import { CheatSheet } from '../keymap/CheatSheet';
import { Palette } from '../palette/Palette';
import { closeOverlay, useWindow } from '../state/window';

export function Overlays({ features }: { features: readonly Feature[] }) {
  const overlay = useWindow((state) => state.overlay);
  if (overlay === null) return null;
  if (overlay.id === 'palette') return <Palette features={features} query={overlay.argument} />;
  if (overlay.id === 'keys') return <CheatSheet />;
  const kind: OverlayKind | undefined = features
    .flatMap((feature) => feature.overlays ?? [])
    .find(({ id }) => id === overlay.id);
  if (kind === undefined) return null;
  return (
    <ErrorRegion name="This dialog" resetKey={`${overlay.id} ${overlay.argument}`}>
      <kind.Content argument={overlay.argument} close={closeOverlay} />
    </ErrorRegion>
  );
}
