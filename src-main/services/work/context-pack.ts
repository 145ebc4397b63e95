import type { Bead } from '@domain/bead/record';
import type { Repository } from '@domain/git/repository';
import { addRedactions, filterText, type Redactions } from '@domain/privacy/filter-text';
import {
  CONTEXT_VERSION,
  type ContextChoice,
  type ContextFile,
  type ContextPack,
  type ContextPreview,
  estimateTokens,
  joinContext,
  type LeftOut,
} from '@domain/session/context-pack';
import { fileText } from '@domain/work/context-text';
import type { Piece } from './context-pieces';

type ToldPart = ContextPreview['parts'][number] & { readonly told: string };

export type Packed = {
  readonly preview: ContextPreview;
  readonly parts: readonly ToldPart[];
  readonly promptChars: number;
};

const bytesOf = (text: string) => Buffer.byteLength(text);
const HEADINGS = { 'named-files': '## Files that the bead names', files: '## Files' } as const;

/**
 * C1  What is previewed is what is sent, to the letter; only the prompt itself goes out as the person wrote it.
 * C2  Everything that comes out of a file, a tracker or a session passes the privacy filter first.
 * C3  What does not fit into the budget is left out whole, and named.
 */
export function packContext(
  prompt: string,
  pieces: readonly Piece[],
  choice: ContextChoice,
  budget: number,
): Packed {
  let room = budget - estimateTokens(bytesOf(prompt));
  let redactions: Redactions = {};
  const filtered = (text: string) => {
    const clean = filterText(text, 'shapes');
    redactions = addRedactions(redactions, clean.redactions);
    return clean.text;
  };
  const files: ContextFile[] = [];
  const left: LeftOut[] = [];
  const parts = pieces.map((piece): ToldPart => {
    const { kind, about } = piece;
    // Chosen by being written: a file, a note.
    const isChosen = kind === 'files' || kind === 'notes' || choice.parts.includes(kind);
    if (!isChosen) {
      const bytes = piece.guess ?? bytesOf(piece.text) + sumOf(piece.files);
      return { kind, about, bytes, tokens: estimateTokens(bytes), is_chosen: false, told: '' };
    }
    left.push(...piece.left);
    const told = piece.text === '' ? [] : [filtered(piece.text)];
    const tooMuch = estimateTokens(bytesOf(told.join('')));
    if (kind === 'diff' && tooMuch > room) {
      left.push({ path: about, why: 'over-budget' });
      told.length = 0;
    }
    for (const { text, ...file } of piece.files) {
      const block = filtered(fileText(file.path, text));
      const used = estimateTokens(bytesOf([...told, block].join('\n\n')));
      if (used > room) left.push({ path: file.path, why: 'over-budget' });
      else {
        told.push(block);
        files.push(file);
      }
    }
    const heading = kind === 'files' || kind === 'named-files' ? [HEADINGS[kind]] : [];
    const text = told.length === 0 ? '' : [...heading, ...told].join('\n\n');
    const bytes = bytesOf(text);
    room -= estimateTokens(bytes);
    return { kind, about, bytes, tokens: estimateTokens(bytes), is_chosen: true, told: text };
  });
  const texts = parts.flatMap(({ told }) => (told === '' ? [] : [told]));
  const text = joinContext(prompt, texts);
  return {
    parts,
    promptChars: prompt.length,
    preview: {
      parts: parts.map(({ told: _, ...part }) => part),
      files,
      left_out: left,
      text,
      tokens: estimateTokens(bytesOf(text)),
      budget_tokens: budget,
      redactions: Object.values(redactions).reduce((sum, count) => sum + count, 0),
    },
  };
}

const sumOf = (files: Piece['files']) => files.reduce((sum, { bytes }) => sum + bytes, 0);

export type Around = {
  readonly at: string;
  readonly bead: Bead | null;
  readonly git: (Pick<Repository, 'root' | 'branch' | 'head'> & { readonly base: string | null }) | null;
};

/** What is kept of it. The prompt is filtered here, for it is written down here. */
export function contextRecord(packed: Packed, around: Around, hash: (text: string) => string): ContextPack {
  const { preview, parts, promptChars } = packed;
  const prompt = filterText(preview.text.slice(0, promptChars), 'shapes').text;
  const { bead } = around;
  return {
    version: CONTEXT_VERSION,
    made_at: around.at,
    bead:
      bead === null
        ? null
        : {
            id: bead.id,
            title: filterText(bead.title, 'shapes').text,
            status: bead.status,
            assignee: bead.assignee ?? null,
            updated_at: bead.updated_at,
          },
    git: around.git,
    parts: parts
      .filter(({ told }) => told !== '')
      .map(({ kind, about, bytes, tokens, told }) => ({ kind, about, bytes, tokens, sha256: hash(told) })),
    files: [...preview.files],
    text: `${prompt}${preview.text.slice(promptChars)}`,
    prompt_chars: prompt.length,
    text_sha256: hash(preview.text),
    tokens: preview.tokens,
    budget_tokens: preview.budget_tokens,
  };
}
