import type { ServerEnvelope } from '@contract/wire';

/**
 * The server is our own program, behind the gate: the shape of the envelope is checked, its contents are typed from
 * the contract. Written by hand, so that the first load does not carry a schema library.
 */
export function readServerEnvelope(message: unknown): ServerEnvelope | null {
  if (!isRecord(message)) return null;
  if (message['type'] === 'unreadable') return { type: 'unreadable' };
  const id = message['id'];
  if (typeof id !== 'number') return null;
  switch (message['type']) {
    case 'answer':
      return isAnswer(message['result']) ? { type: 'answer', id, result: message['result'] } : null;
    case 'frame':
      return isFrame(message['frame']) ? { type: 'frame', id, frame: message['frame'] } : null;
    case 'ended':
      return isCoded(message['error']) ? { type: 'ended', id, error: message['error'] } : null;
    default:
      return null;
  }
}

type Of<T extends ServerEnvelope['type']> = Extract<ServerEnvelope, { type: T }>;

function isAnswer(value: unknown): value is Of<'answer'>['result'] {
  if (!isRecord(value)) return false;
  return value['ok'] === true ? 'value' in value : value['ok'] === false && isCoded(value['error']);
}

function isFrame(value: unknown): value is Of<'frame'>['frame'] {
  if (!isRecord(value) || !isRecord(value['cursor'])) return false;
  const { epoch, seq } = value['cursor'] as { epoch?: unknown; seq?: unknown };
  if (typeof epoch !== 'string' || typeof seq !== 'number') return false;
  return value['type'] === 'snapshot' ? 'value' in value : value['type'] === 'change' && 'change' in value;
}

function isCoded(value: unknown): value is { code: string } {
  return isRecord(value) && typeof value['code'] === 'string';
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
