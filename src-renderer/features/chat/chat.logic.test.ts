import { describe, expect, it } from 'vitest';
import { completableAt, matchingCommands, withChoice } from './completion.logic';
import {
  type ComposerPlace,
  composerAct,
  keepDraft,
  pillWords,
  readDrafts,
  recalled,
} from './composer.logic';
import { type DiffLine, diffCounts, diffLines, editsOf } from './diff.logic';
import { codeParts } from './highlight.logic';
import { droppedMentions, type HeldImage, imageRefusal } from './images.logic';
import {
  askExtras,
  askText,
  askTitle,
  editableText,
  editedInput,
  isArmed,
  questionsOf,
} from './permission.logic';
import { excerptOf, plainOutput, visibleText } from './plain-text.logic';
import { resultOf, secondsWords, targetOf, toolName } from './tool-words.logic';

const show = (line: DiffLine) =>
  `${{ same: ' ', add: '+', delete: '-', gap: '~' }[line.type]}${line.spans
    .map((span) => (span.isMarked ? `[${span.text}]` : span.text))
    .join('')}`;
const edit = (old_string: string, new_string: string) => ({ old_string, new_string });

describe('the diff of an edit', () => {
  it.each([
    ['a word', edit('a\nx = old\nb', 'a\nx = new\nb'), [' a', '-x = [old]', '+x = [new]', ' b']],
    ['lines added', edit('a\nb', 'a\nn\nb'), [' a', '+n', ' b']],
    ['lines removed', edit('a\nn\nb\n', 'a\nb\n'), [' a', '-n', ' b']],
    ['nothing in common', edit('one', 'two'), ['-one', '+two']],
    ['several edits', { edits: [edit('a', 'b'), edit('c', 'd')] }, ['-a', '+b', '~', '-c', '+d']],
  ])('%s', (_, input, lines) => {
    expect(diffLines(editsOf('Edit', input)).map(show)).toEqual(lines);
  });

  it('a written file is all new and has line numbers; an edit has none, its place is not known', () => {
    const lines = diffLines(editsOf('Write', { content: 'a\nb\n' }));
    expect(lines.map(({ type, line }) => [type, line])).toEqual([
      ['add', 1],
      ['add', 2],
    ]);
    expect(diffLines(editsOf('Edit', edit('a', 'b'))).every(({ line }) => line === null)).toBe(true);
  });

  it('a huge or a strange input costs nothing', () => {
    const many = Array.from({ length: 3000 }, (_, index) => `line ${index}`);
    const edits = editsOf('Edit', edit(many.join('\n'), many.toReversed().join('\n')));
    expect(diffCounts(edits)).toEqual({ added: 3000, removed: 3000 });
    expect(editsOf('Edit', { edits: [null, 3, { old_string: 4 }] })).toEqual([]);
  });
  it('a text that was withheld is no change to show', () => {
    expect(editsOf('Edit', { file_path: '/a', old_string: '[string]', new_string: '[string]' })).toEqual([]);
    expect(editsOf('Write', { file_path: '/a', content: '[string]' })).toEqual([]);
  });
});

describe('the words of a tool', () => {
  const item = (tool: string, input: Record<string, unknown>, output?: string, success = true) => ({
    id: 't',
    tool,
    input,
    call: { id: 't', tool, input, output, success, duration_ms: 3100 },
    isRunning: false,
  });
  it.each([
    ['Read', { file_path: '/p/src/a.ts' }, 'x\ny\n', 'src/a.ts', '2 lines'],
    ['Grep', { pattern: 'tide' }, 'Found 2 files\na.ts\nb.ts', 'tide', '2 hits'],
    ['Grep', { pattern: 'tide' }, 'No matches found', 'tide', '0 hits'],
    ['Bash', { command: 'npm test\nls' }, 'ok', 'npm test …', '3.1s'],
    ['mcp__git__log', {}, '', 'git: log', '3.1s'],
  ])('%s %j', (tool, input, output, target, words) => {
    const one = item(tool, input, output);
    expect([targetOf(one, '/p'), resultOf(one)]).toEqual([target, { type: 'words', words }]);
  });

  it('a failure says how; a call that never answered says so', () => {
    expect(resultOf(item('Bash', {}, 'Exit code 2\nboom', false))).toEqual({
      type: 'failed',
      words: 'exit 2',
      time: '3.1s',
    });
    expect(resultOf({ ...item('Bash', {}), call: null })).toEqual({
      type: 'words',
      words: 'no result recorded',
    });
    expect([secondsWords(200), secondsWords(22_400), secondsWords(125_000)]).toEqual([
      '0.2s',
      '22s',
      '2m 5s',
    ]);
    expect(toolName('constructor')).toBe('constructor');
  });
});

describe('hostile text', () => {
  it('output loses its escapes and shows its controls', () => {
    expect(plainOutput('\u001b]0;title\u0007\u001b[31mred\u001b[0m\u001b]52;c;aGk=\u0007 \u0000x\r\ny')).toBe(
      'red ␀x\ny',
    );
  });
  it('what is to be approved hides nothing', () => {
    expect(visibleText('rm \u202e/tmp\u200b \u001b[2K')).toBe('rm ⟨U+202E⟩/tmp⟨U+200B⟩ ␛[2K');
  });
  it('an excerpt keeps the end of a command and the beginning of a file', () => {
    expect(excerptOf('a\nb\nc\n', 'end', 2)).toEqual({ text: 'b\nc', shown: 2, total: 3 });
    expect(excerptOf('a\nb\nc', 'start', 2).text).toBe('a\nb');
  });
});

describe('a permission', () => {
  it.each([
    ['Bash', { command: 'npm test' }, 'Claude asks to run a command', 'npm test'],
    ['Write', { file_path: '/p/a', content: 'x' }, 'Claude asks to write a file', '/p/a'],
    ['WebFetch', { url: 'http://x' }, 'Claude asks to open an address', 'http://x'],
    ['mcp__a__b', { n: 1 }, 'Claude asks to use a: b', '{\n  "n": 1\n}'],
  ])('%s', (tool, input, title, text) => {
    expect([askTitle(tool), askText({ tool, input })]).toEqual([title, text]);
  });
  it('what changes a command is said beside it', () => {
    expect(
      askExtras({ tool: 'Bash', input: { command: 'x', description: 'y', run_in_background: true } }),
    ).toEqual(['run_in_background: true']);
    const cell = { notebook_path: '/n.ipynb', new_source: '', cell_id: 'c1', edit_mode: 'delete' };
    expect(askExtras({ tool: 'NotebookEdit', input: cell })).toEqual([
      'cell_id: "c1"',
      'edit_mode: "delete"',
    ]);
    const edit = { file_path: '/a', old_string: 'x', new_string: 'y' };
    expect(askExtras({ tool: 'Edit', input: { ...edit, replace_all: true } })).toEqual(['replace_all: true']);
    expect(askExtras({ tool: 'Edit', input: { ...edit, replace_all: false } })).toEqual([]);
  });
  it.each([
    ['Bash', { command: 'rm x', timeout: 5 }, 'rm x', 'ls', { command: 'ls', timeout: 5 }],
    ['ExitPlanMode', { plan: '1. dig' }, '1. dig', '1. water', { plan: '1. water' }],
    ['Bash', { command: 'rm x' }, 'rm x', ' ', null],
    ['Write', { file_path: '/a' }, '{\n  "file_path": "/a"\n}', '{"file_path":"/b"}', { file_path: '/b' }],
    ['Write', { file_path: '/a' }, '{\n  "file_path": "/a"\n}', '["/b"]', null],
    ['Write', { file_path: '/a' }, '{\n  "file_path": "/a"\n}', '{"file', null],
  ])('%s %j is edited as %j', (tool, input, shown, edited, becomes) => {
    expect(editableText({ tool, input })).toBe(shown);
    expect(editedInput({ tool, input }, edited)).toEqual(becomes);
  });
  it('keys count only after half a second', () => {
    expect([isArmed(1000, 1499), isArmed(1000, 1500)]).toEqual([false, true]);
  });
  it('a question in another form than we know is no question', () => {
    const ask = (questions: unknown) => questionsOf({ tool: 'AskUserQuestion', input: { questions } });
    expect(ask([{ question: 'Which?', options: [{ label: 'A' }] }])).toEqual([
      {
        question: 'Which?',
        header: '',
        isMultiple: false,
        options: [{ label: 'A', description: '' }],
      },
    ]);
    expect([ask('x'), ask([]), ask([{ question: 'W', options: [null] }])]).toEqual([null, null, null]);
  });
});

describe('the composer', () => {
  const press = (key: string, more: object = {}) => ({
    ...{ key, shiftKey: false, altKey: false, ctrlKey: false, metaKey: false, isComposing: false },
    ...more,
  });
  const place: ComposerPlace = { text: 'hi', caret: 2, isBusy: true, isRecalling: false, sendWith: 'enter' };
  it.each([
    [press('Enter'), place, 'send'],
    [press('Enter', { shiftKey: true }), place, null],
    [press('Enter', { isComposing: true }), place, null],
    [press('Enter'), { ...place, sendWith: 'mod+enter' as const }, null],
    [press('Enter', { ctrlKey: true }), { ...place, sendWith: 'mod+enter' as const }, 'send'],
    [press('Escape'), place, 'stop'],
    [press('Escape'), { ...place, isBusy: false }, 'nothing'],
    [press('ArrowUp'), place, null],
    [press('ArrowUp'), { ...place, text: '', caret: 0 }, 'earlier'],
    [press('ArrowDown'), { ...place, isRecalling: true }, 'later'],
  ])('%j in %j: %s', (key, where, act) => {
    expect(composerAct(key, where)).toBe(act);
  });
  it.each([
    ['/com', 4, { kind: 'command', typed: 'com', from: 0, to: 4 }],
    ['say /com', 8, null],
    ['look at @src/t now', 14, { kind: 'file', typed: 'src/t', from: 8, to: 14 }],
    ['a@b.org', 7, null],
    ['@', 1, { kind: 'file', typed: '', from: 0, to: 1 }],
  ])('%j can be completed at %d: %j', (text, caret, found) => {
    expect(completableAt(text, caret)).toEqual(found);
  });
  it('a choice takes the place of what was typed', () => {
    const file = { kind: 'file', typed: 'ti', from: 5, to: 8 } as const;
    expect(withChoice('look @ti now', file, 'src/tide.ts')).toEqual({
      text: 'look @src/tide.ts now',
      caret: 18,
    });
    expect(withChoice('@ti', { ...file, from: 0, to: 3 }, 'my file.ts').text).toBe('@"my file.ts" ');
    const command = { kind: 'command', typed: 'c', from: 0, to: 2 } as const;
    expect(withChoice('/c', command, 'compact')).toEqual({ text: '/compact ', caret: 9 });
  });
  it('commands that begin like it come first', () => {
    const named = ['recompact', 'compact', 'cost'].map((name) => ({ name, description: '' }));
    expect(matchingCommands(named, 'com').map(({ name }) => name)).toEqual(['compact', 'recompact']);
  });
  it('pictures are bounded in number and size', () => {
    const image = (length: number): HeldImage => ({
      media_type: 'image/png',
      data: 'a'.repeat(length),
      name: 'p',
    });
    expect(imageRefusal([], image(10))).toBeNull();
    expect(imageRefusal([image(2_000_000)], image(2_000_000))).toContain('2 MB');
    expect(
      imageRefusal(
        Array.from({ length: 5 }, () => image(1)),
        image(1),
      ),
    ).toContain('5 pictures');
  });
  it('what was dropped is named by its place', () => {
    expect(droppedMentions('file:///p/a%20b.ts\r\nhttps://x.org/\n')).toEqual(['/p/a b.ts']);
  });
  it('recalls earlier prompts and comes back', () => {
    expect(recalled(['a', 'b'], null, 'earlier')).toEqual({ step: 0, text: 'b' });
    expect(recalled(['a', 'b'], 1, 'earlier')).toBeNull();
    expect(recalled(['a', 'b'], 0, 'later')).toEqual({ step: null, text: '' });
  });
  it('drafts are kept by session; an empty one is none', () => {
    expect(keepDraft({ a: '1' }, 'b', '2')).toEqual({ a: '1', b: '2' });
    expect(keepDraft({ a: '1' }, 'a', ' ')).toEqual({});
    expect(readDrafts({ a: 'x', b: 3 })).toEqual({ a: 'x' });
  });
  it('the pill', () => {
    expect([pillWords(3, 1), pillWords(0, 2), pillWords(0, 0)]).toEqual(['3 new, 1 asks', '2 ask', null]);
  });
});

describe('coloured code', () => {
  const kinds = (text: string) =>
    codeParts(text)
      .filter(({ kind }) => kind !== 'plain')
      .map(({ kind, text: said }) => `${kind} ${said}`);
  it('finds what most languages share, and loses nothing', () => {
    const text = "const a = f('x', 12) // why\nsee https://x.org, don't\n# note";
    expect(kinds(text)).toEqual([
      'keyword const',
      'name f',
      "string 'x'",
      'number 12',
      'comment // why',
      'comment # note',
    ]);
    expect(
      codeParts(text)
        .map((part) => part.text)
        .join(''),
    ).toBe(text);
  });
  it('gives up on what is very long', () => {
    expect(codeParts('if '.repeat(10_000))).toHaveLength(1);
  });
});
