type Notice = { readonly type: string; readonly [field: string]: unknown };

/** Null: nothing a person needs to know (a lock of a dead process, a torn line that held nothing acknowledged). */
export function noticeWords(notice: Notice): { title: string; text: string } | null {
  const count = (field: string) => Number(notice[field] ?? 0);
  switch (notice.type) {
    case 'restored-from-replica':
      return {
        title: 'Sessions were restored',
        text: `The project’s session files were missing or shorter than their replica. ${count('sessions')} came back; nothing is lost.`,
      };
    case 'rebuilt':
      return {
        title: 'A session file was rebuilt',
        text: `${String(notice['file'])} could not be read and was made again from the journal.`,
      };
    case 'lines-not-understood':
      return {
        title: `${count('count')} lines of the session journal could not be read`,
        text: 'They are kept as they are, and the others are in use.',
      };
    case 'opened-read-only':
      return {
        title: 'These sessions were written by a newer version',
        text: 'They can be read. Update Beads Console to change them.',
      };
    case 'project-id-renewed':
      return {
        title: 'This copy of the project has its own sessions now',
        text: 'Another folder on this machine had the same project id; it keeps its own.',
      };
    case 'privacy-file-broken':
      return {
        title: 'The project’s privacy file cannot be used',
        text: `${String(notice['file'])} is broken. Until it is mended only names of arguments and file paths are kept of what tools do.`,
      };
    default:
      return null;
  }
}
