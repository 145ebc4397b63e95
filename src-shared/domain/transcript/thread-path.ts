/*
 * The lines of a transcript are a tree: two processes on one session, or a person who went back, leave branches behind.
 * The thread is the path from the line written last to the root.
 * P1  A message is on the thread when one of its lines is. Of tools that ran side by side only one result is on the path,
 *     and their message with it.
 * P2  A line that only comments (a hook that failed, a retry) never ends a thread; it goes with the message it hangs on. What
 *     hangs on it continues the thread: version 2.1.197 hangs the answer and the retry before it on the same line, and the next
 *     prompt on the retry.
 *     A compaction only comments too: what follows hangs on its summary, but version 2.1.197 may hang it on the last line before
 *     it, when the compaction was quicker than the writing.
 * P3  A line whose parent nobody has seen continues the thread: a lost line must not hide what stands before it.
 */
export type ThreadPath = {
  /** `owner`: the message the line belongs to. */
  add(line: PathLine & { readonly owner: string | null }): void;
  /** A message that only comments. */
  comment(line: PathLine & { readonly owner: string }): void;
  isOn(message: string): boolean;
  /** Messages that came onto the thread or left it since the last time. */
  takeMoved(): readonly string[];
};

type PathLine = { readonly uuid: string; readonly parent: string | null | undefined };

export function createThreadPath(): ThreadPath {
  const parents = new Map<string, string | null>();
  const owners = new Map<string, string>();
  const on = new Set<string>();
  /** How many lines of a message are on the path. */
  const counts = new Map<string, number>();
  const anchors = new Map<string, string | null>();
  const comments = new Map<string, string[]>();
  /** Comments that nothing hangs on yet, with the message they go with. */
  const loose = new Map<string, string | null>();
  let moved = new Set<string>();
  let leaf: string | null = null;

  const place = ({ uuid, parent }: PathLine): string | null => {
    const isLost = parent === undefined || (parent !== null && !parents.has(parent));
    if (typeof parent === 'string') settle(parent);
    const above = isLost ? leaf : parent;
    parents.set(uuid, above);
    return above;
  };
  /** A comment that something hangs on stands where the thread was. */
  const settle = (comment: string) => {
    const anchor = loose.get(comment) ?? null;
    loose.delete(comment);
    if (anchor !== null && isOn(anchor)) parents.set(comment, leaf);
  };
  const count = (uuid: string, change: 1 | -1) => {
    const owner = owners.get(uuid);
    if (owner === undefined) return;
    const before = counts.get(owner) ?? 0;
    counts.set(owner, before + change);
    if (before !== 0 && before + change !== 0) return;
    moved.add(owner);
    for (const id of comments.get(owner) ?? []) moved.add(id);
  };
  const moveTo = (uuid: string) => {
    const fresh: string[] = [];
    let meeting: string | null = uuid;
    while (meeting !== null && !on.has(meeting)) {
      fresh.push(meeting);
      meeting = parents.get(meeting) ?? null;
    }
    for (let left = leaf; left !== null && left !== meeting; left = parents.get(left) ?? null) {
      on.delete(left);
      count(left, -1);
    }
    for (const line of fresh) {
      on.add(line);
      count(line, 1);
    }
    leaf = uuid;
  };

  /** As nearly every line does. */
  const extend = (uuid: string) => {
    on.add(uuid);
    count(uuid, 1);
    leaf = uuid;
  };

  const isOn = (message: string): boolean => {
    const anchor = anchors.get(message);
    return anchor === undefined ? (counts.get(message) ?? 0) > 0 : anchor === null || isOn(anchor);
  };

  return {
    isOn,
    add(line) {
      const above = place(line);
      if (line.owner === null) return;
      owners.set(line.uuid, line.owner);
      if (above !== null && above === leaf && !on.has(line.uuid)) extend(line.uuid);
      else moveTo(line.uuid);
    },
    comment(line) {
      let above = place(line);
      while (above !== null && !owners.has(above)) above = parents.get(above) ?? null;
      const anchor = above === null ? null : (owners.get(above) ?? null);
      anchors.set(line.owner, anchor);
      loose.set(line.uuid, anchor);
      if (anchor !== null) comments.set(anchor, [...(comments.get(anchor) ?? []), line.owner]);
    },
    takeMoved() {
      const taken = [...moved];
      moved = new Set();
      return taken;
    },
  };
}
