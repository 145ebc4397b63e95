import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

export const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** `name`: whose it is, so that it opens under no other. */
export function sealBytes(key: Buffer, name: string, plain: Buffer): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(name));
  const sealed = [cipher.update(plain), cipher.final()];
  return Buffer.concat([nonce, cipher.getAuthTag(), ...sealed]);
}

/** Null: it is not what was written, or of another key. */
export function openBytes(key: Buffer, name: string, sealed: Buffer): Buffer | null {
  if (sealed.length < NONCE_BYTES + TAG_BYTES) return null;
  try {
    const nonce = sealed.subarray(0, NONCE_BYTES);
    const decipher = createDecipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(name));
    decipher.setAuthTag(sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
    return Buffer.concat([decipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()]);
  } catch {
    return null;
  }
}
