import { useCallback, useState } from 'react';
import { showToast } from '../../ui/toast-store';
import { type HeldImage, imageRefusal, isTakenKind } from './images.logic';

export type Images = {
  readonly held: readonly HeldImage[];
  /** Takes the pictures among them, and answers with the other files. */
  readonly add: (files: readonly File[]) => Promise<readonly File[]>;
  readonly put: (images: readonly HeldImage[]) => void;
  readonly remove: (image: HeldImage) => void;
};

/** Pictures that go along with the prompt that is being written. They are not kept when the window closes. */
export function useImages(): Images {
  const [held, setHeld] = useState<readonly HeldImage[]>([]);
  const add = useCallback(async (files: readonly File[]) => {
    const others: File[] = [];
    for (const file of files) {
      const { type } = file;
      if (!isTakenKind(type)) {
        others.push(file);
        continue;
      }
      const image: HeldImage = { media_type: type, data: await base64Of(file), name: file.name };
      setHeld((before) => {
        const refusal = imageRefusal(before, image);
        if (refusal === null) return [...before, image];
        // Not while React draws.
        queueMicrotask(() => showToast({ title: refusal, text: image.name, tone: 'waiting' }));
        return before;
      });
    }
    return others;
  }, []);
  const put = useCallback((images: readonly HeldImage[]) => setHeld([...images]), []);
  const remove = useCallback(
    (image: HeldImage) => setHeld((before) => before.filter((each) => each !== image)),
    [],
  );
  return { held, add, put, remove };
}

function base64Of(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result).replace(/^data:[^,]*,/, ''));
    reader.onerror = () => reject(new Error('the picture cannot be read', { cause: reader.error }));
    reader.readAsDataURL(file);
  });
}
