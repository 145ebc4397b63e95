import { z } from 'zod';
import { ModelPrice } from './cost/price-table';
import { ArchiveMode } from './history/record';
import { Seat } from './session/values';
import { DEFAULT_WORKTREE_PLACE } from './work/worktree-place';

export const SETTINGS_VERSION = 1;

export const Theme = z.enum(['system', 'light', 'dark']);
export type Theme = z.infer<typeof Theme>;

/** From the root on: a relative one would be looked for in whatever folder we stand in. */
export const ProgramPath = z
  .string()
  .max(4096)
  .regex(/^(\/|[A-Za-z]:[\\/]|\\\\)/, 'a path from the root on');

/** Where a person is told: nowhere, in the window, or by the system too while the window is not looked at. */
export const NoticeWay = z.enum(['off', 'window', 'system']);
export type NoticeWay = z.infer<typeof NoticeWay>;
export const NOTICE_KINDS = ['asks', 'finished', 'crashed', 'limit', 'budget', 'job'] as const;
export type NoticeKind = (typeof NOTICE_KINDS)[number];
const ClockTime = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'a time such as 22:00');
const ArchiveDays = z.int().min(30).max(36_500);
const WorktreePattern = z.string().trim().min(1).max(1000);
const ContextTokens = z.int().min(1_000).max(150_000);
const Usd = z.number().positive().max(1_000_000);
/** What Claude may do before it asks; the names are Claude's. */
export const StartMode = z.enum(['default', 'acceptEdits', 'plan']);
export type StartMode = z.infer<typeof StartMode>;
const ModelWish = z
  .string()
  .trim()
  .min(1)
  .max(100)
  .regex(/^[^-\s]\S*$/, 'a name such as sonnet');
const OwnPrices = z.array(ModelPrice).max(200);

/**
 * The settings file is edited by people too: unknown keys are kept, missing ones get their default, and a value of
 * the wrong kind makes the whole file "broken" (reported, left untouched, defaults used).
 */
export const Settings = z.looseObject({
  version: z.int().positive().default(SETTINGS_VERSION),
  appearance: z
    .looseObject({
      theme: Theme.default('system'),
      density: z.enum(['comfortable', 'compact']).default('comfortable'),
      text_size_percent: z.int().min(80).max(200).default(100),
    })
    .prefault({}),
  claude: z
    .looseObject({
      /** The program to start. Null: found by BEADS_CONSOLE_CLAUDE and PATH. */
      path: ProgramPath.nullable().default(null),
      /** How it is driven when nobody says otherwise. */
      seat: Seat.default('pty'),
      /** Between turns; then the session is paused. 0: never. */
      inactivity_minutes: z.int().min(0).max(10_080).default(30),
      /** Of a session that was started without one. */
      permission_mode: StartMode.default('default'),
      /** Null: Claude's own choice. */
      model: ModelWish.nullable().default(null),
    })
    .prefault({}),
  sessions: z
    .looseObject({
      /** More wait in line until one ends. */
      max_active: z.int().min(1).max(64).default(4),
      /** A session that met a usage limit goes on by itself once it is reset. */
      resume_after_limit: z.boolean().default(false),
      /** Every commit of a session gets a git note that names the session and its bead. */
      commit_notes: z.boolean().default(false),
    })
    .prefault({}),
  /** Sessions that an agent may begin by `trigger` of the MCP door. */
  trigger: z
    .looseObject({
      enabled: z.boolean().default(false),
      max_active: z.int().min(1).max(8).default(1),
      max_per_day: z.int().min(1).max(1000).default(10),
      /** For all of a day together. */
      budget_usd: Usd.default(5),
    })
    .prefault({}),
  work: z
    .looseObject({
      /** Where a new worktree goes: from the project's folder on, or from the root. See `worktreePlace`. */
      worktree_place: WorktreePattern.default(DEFAULT_WORKTREE_PLACE),
      /** How much a context pack may hold, in estimated tokens. */
      context_tokens: ContextTokens.default(30_000),
    })
    .prefault({}),
  chat: z
    .looseObject({
      /** What sends a prompt; the other key breaks the line. */
      send_with: z.enum(['enter', 'mod+enter']).default('enter'),
    })
    .prefault({}),
  /** Key bindings that differ from the ones we ship: action name -> chord, or null for none. */
  keys: z.record(z.string(), z.string().nullable()).default({}),
  board: z
    .looseObject({
      /** Null: the columns we ship. The board's own schema checks each column. */
      columns: z
        .array(z.looseObject({ id: z.string(), title: z.string() }))
        .nullable()
        .default(null),
    })
    .prefault({}),
  notices: z
    .looseObject({
      asks: NoticeWay.default('system'),
      finished: NoticeWay.default('window'),
      crashed: NoticeWay.default('system'),
      limit: NoticeWay.default('system'),
      budget: NoticeWay.default('window'),
      job: NoticeWay.default('window'),
      /** Between these the system is left alone; null: never. Past midnight when the second is earlier. */
      quiet_from: ClockTime.nullable().default(null),
      quiet_until: ClockTime.nullable().default(null),
    })
    .prefault({}),
  /** A word at 80 and at 100 percent; nothing is ever held back. */
  budget: z
    .looseObject({ month_usd: Usd.nullable().default(null), bead_usd: Usd.nullable().default(null) })
    .prefault({}),
  /** Prices of one's own come before the shipped list. */
  prices: z.looseObject({ own: OwnPrices.default([]) }).prefault({}),
  /** The tour shows itself once. */
  tour: z.looseObject({ is_done: z.boolean().default(false) }).prefault({}),
  history: z
    .looseObject({
      /** A person said whether a large history is read; until then it waits. */
      is_asked: z.boolean().default(false),
      /** Claude's transcripts are read as they change; off: only when asked. */
      ingest: z.boolean().default(true),
      /** Our own copy of every transcript: as it is, without secrets (nobody can resume from it), or none. */
      archive: ArchiveMode.default('exact'),
      /** Copies of sessions that were silent for longer are removed; null: none is. */
      archive_days: ArchiveDays.nullable().default(null),
      /** What tools answered can be searched too, as far as privacy keeps it. */
      index_tools: z.boolean().default(true),
      /** Claude writes a sentence or three about every session that ends; off: only where somebody asks for it. */
      summaries: z.boolean().default(false),
      /** A small one is enough for that. */
      summary_model: ModelWish.default('haiku'),
    })
    .prefault({}),
});
export type Settings = z.infer<typeof Settings>;

export const SettingsPatch = z.strictObject({
  appearance: z
    .strictObject({
      theme: Theme,
      density: z.enum(['comfortable', 'compact']),
      text_size_percent: z.int().min(80).max(200),
    })
    .partial()
    .optional(),
  claude: z
    .strictObject({
      path: ProgramPath.nullable(),
      seat: Seat,
      inactivity_minutes: z.int().min(0).max(10_080),
      permission_mode: StartMode,
      model: ModelWish.nullable(),
    })
    .partial()
    .optional(),
  sessions: z
    .strictObject({
      max_active: z.int().min(1).max(64),
      resume_after_limit: z.boolean(),
      commit_notes: z.boolean(),
    })
    .partial()
    .optional(),
  trigger: z
    .strictObject({
      enabled: z.boolean(),
      max_active: z.int().min(1).max(8),
      max_per_day: z.int().min(1).max(1000),
      budget_usd: Usd,
    })
    .partial()
    .optional(),
  work: z
    .strictObject({ worktree_place: WorktreePattern, context_tokens: ContextTokens })
    .partial()
    .optional(),
  chat: z
    .strictObject({ send_with: z.enum(['enter', 'mod+enter']) })
    .partial()
    .optional(),
  keys: z.record(z.string(), z.string().nullable()).optional(),
  /** Actions that have the keys we ship again, which differ from shell to shell: their entry in `keys` goes. */
  shipped_keys: z.array(z.string().max(200)).max(500).optional(),
  board: z
    .strictObject({
      columns: z.array(z.looseObject({ id: z.string(), title: z.string() })).nullable(),
    })
    .partial()
    .optional(),
  notices: z
    .strictObject({
      asks: NoticeWay,
      finished: NoticeWay,
      crashed: NoticeWay,
      limit: NoticeWay,
      budget: NoticeWay,
      job: NoticeWay,
      quiet_from: ClockTime.nullable(),
      quiet_until: ClockTime.nullable(),
    })
    .partial()
    .optional(),
  budget: z.strictObject({ month_usd: Usd.nullable(), bead_usd: Usd.nullable() }).partial().optional(),
  history: z
    .strictObject({
      ingest: z.boolean(),
      is_asked: z.boolean(),
      archive: ArchiveMode,
      archive_days: ArchiveDays.nullable(),
      index_tools: z.boolean(),
      summaries: z.boolean(),
      summary_model: ModelWish,
    })
    .partial()
    .optional(),
  prices: z.strictObject({ own: OwnPrices }).partial().optional(),
  tour: z.strictObject({ is_done: z.boolean() }).partial().optional(),
});
export type SettingsPatch = z.infer<typeof SettingsPatch>;

/** Why the file on disk is not in use. */
export const SettingsProblem = z.discriminatedUnion('code', [
  z.object({ code: z.literal('settings-not-json'), file: z.string(), detail: z.string() }),
  z.object({
    code: z.literal('settings-invalid'),
    file: z.string(),
    issues: z.array(z.object({ path: z.string(), message: z.string() })),
  }),
  z.object({ code: z.literal('settings-newer'), file: z.string(), version: z.number() }),
  z.object({ code: z.literal('settings-unreadable'), file: z.string(), detail: z.string() }),
]);
export type SettingsProblem = z.infer<typeof SettingsProblem>;

export const SettingsState = z.object({
  settings: Settings,
  /** Set while the file cannot be used: defaults are shown and nothing is written. */
  problem: SettingsProblem.nullable(),
  file: z.string(),
});
export type SettingsState = z.infer<typeof SettingsState>;

export function defaultSettings(): Settings {
  return Settings.parse({});
}

export function readSettings(file: string, text: string): SettingsState {
  const broken = (problem: SettingsProblem): SettingsState => ({
    settings: defaultSettings(),
    problem,
    file,
  });
  const json = parseJson(text);
  if (!json.ok) return broken({ code: 'settings-not-json', file, detail: json.detail });
  const version = versionOf(json.value);
  if (version !== null && version > SETTINGS_VERSION)
    return broken({ code: 'settings-newer', file, version });
  const parsed = Settings.safeParse(json.value);
  if (parsed.success) return { settings: parsed.data, problem: null, file };
  const issues = parsed.error.issues.map((issue) => ({ path: issue.path.join('.'), message: issue.message }));
  return broken({ code: 'settings-invalid', file, issues });
}

function parseJson(text: string): { ok: true; value: unknown } | { ok: false; detail: string } {
  try {
    return { ok: true, value: JSON.parse(text) };
  } catch (error) {
    return { ok: false, detail: error instanceof Error ? error.message : String(error) };
  }
}

function versionOf(value: unknown): number | null {
  const parsed = z.looseObject({ version: z.number() }).safeParse(value);
  return parsed.success ? parsed.data.version : null;
}
