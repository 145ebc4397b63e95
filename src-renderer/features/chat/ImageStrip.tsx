import { X } from 'lucide-react';
import { IconButton } from '../../ui/IconButton';
import styles from './Composer.module.css';
import type { HeldImage } from './images.logic';

export function ImageStrip({
  images,
  onRemove,
}: {
  images: readonly HeldImage[];
  onRemove: (image: HeldImage) => void;
}) {
  if (images.length === 0) return null;
  return (
    <ul className={styles['images']} aria-label="Pictures that go along">
      {images.map((image, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the same picture may be there twice
        <li key={`${index} ${image.name}`}>
          <img src={`data:${image.media_type};base64,${image.data}`} alt={image.name} />
          <IconButton icon={X} size="s" label={`Remove ${image.name}`} onClick={() => onRemove(image)} />
        </li>
      ))}
    </ul>
  );
}
