import type { Settings, SettingsPatch } from '@domain/settings';

/** What the settings will be once the wish is written; the server decides, this only shows it at once. */
export function overlay(settings: Settings, patch: SettingsPatch): Settings {
  return {
    ...settings,
    appearance: { ...settings.appearance, ...patch.appearance },
    claude: { ...settings.claude, ...patch.claude },
    chat: { ...settings.chat, ...patch.chat },
    keys: { ...settings.keys, ...patch.keys },
    board: { ...settings.board, ...patch.board },
    history: { ...settings.history, ...patch.history },
  };
}

/** The patch that takes this one back. A key that had no entry of its own goes back to what `shipped` says. */
export function inverseOf(
  before: Settings,
  patch: SettingsPatch,
  shipped: Readonly<Record<string, string | null>> = {},
): SettingsPatch {
  const { appearance, claude, chat, keys, board, history } = patch;
  const back: SettingsPatch = {};
  if (appearance !== undefined) {
    const { theme, density, text_size_percent } = before.appearance;
    back.appearance = {
      ...(appearance.theme === undefined ? {} : { theme }),
      ...(appearance.density === undefined ? {} : { density }),
      ...(appearance.text_size_percent === undefined ? {} : { text_size_percent }),
    };
  }
  if (keys !== undefined) {
    back.keys = Object.fromEntries(
      Object.keys(keys).map((id) => [
        id,
        before.keys[id] ?? (id in before.keys ? null : (shipped[id] ?? null)),
      ]),
    );
  }
  if (claude !== undefined) {
    back.claude = Object.fromEntries(
      Object.keys(claude).map((name) => [name, before.claude[name]]),
    ) as typeof claude;
  }
  if (chat !== undefined) back.chat = { send_with: before.chat.send_with };
  if (board !== undefined) back.board = { columns: before.board.columns };
  if (history !== undefined) back.history = { ingest: before.history.ingest };
  return back;
}
