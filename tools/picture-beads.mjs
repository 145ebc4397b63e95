/** A small project that shows what a board can show; moments are told from now, so that the picture stays current. */
export function pictureBeads(nowMs) {
  const before = (hours) => new Date(nowMs - hours * 3_600_000).toISOString();
  const bead = (id, title, issue_type, priority, status, more = {}) => ({
    id: `tide-${id}`,
    title,
    issue_type,
    priority,
    status,
    created_at: before(240),
    updated_at: before(5),
    created_by: 'ada',
    ...more,
  });
  const waits = (id, on, type = 'blocks') => [
    { issue_id: `tide-${id}`, depends_on_id: `tide-${on}`, type, created_at: before(200), created_by: 'ada' },
  ];
  const comment = (id, number, author, text) => ({
    id: number,
    issue_id: `tide-${id}`,
    author,
    text,
    created_at: before(4),
  });
  const beads = [
    bead('a1', 'Offline tides', 'epic', 1, 'open', { labels: ['mobile'] }),
    bead('4kq', 'Station search misses names with accents', 'bug', 1, 'open', {
      labels: ['search'],
      comments: [comment('4kq', 1, 'ada', 'Seen with Málaga.'), comment('4kq', 2, 'bo', 'Normalise first.')],
    }),
    bead('9fd', 'Cache harmonic constants per station', 'feature', 2, 'open', { labels: ['api'] }),
    bead('2mx', 'Document the rate limits', 'task', 2, 'open', { labels: ['docs'] }),
    bead('b7e', 'Run CI on the current Node LTS', 'chore', 3, 'open', { labels: ['ci'] }),
    bead('0sv', 'Offline bundle for the last 20 stations', 'feature', 3, 'open', {
      labels: ['mobile'],
      dependencies: waits('0sv', 'a1', 'parent-child'),
    }),
    bead('m4r', 'Trim the forecast payload for mobile', 'task', 3, 'open', {
      labels: ['api'],
      dependencies: waits('m4r', '9fd'),
    }),
    bead('t9a', 'Print view for the harbour office', 'feature', 4, 'open', {
      labels: ['web'],
      dependencies: waits('t9a', '3qa'),
    }),
    bead('3qa', 'Tide heights drift after DST', 'bug', 0, 'in_progress', {
      labels: ['core'],
      assignee: 'ada',
      description:
        'Heights are an hour off for any station west of Denver after the first of November.\n\n- the offset is taken **once**, when the station loads\n- every later day reuses it',
      acceptance_criteria: 'A reading on either side of the change is right to the minute.',
      comments: [comment('3qa', 3, 'bo', 'Seattle shows it best.')],
    }),
    bead('5yd', 'Batch the station sync', 'task', 2, 'in_progress', { labels: ['sync'], assignee: 'bo' }),
    bead('1jt', 'Move the map to vector tiles', 'feature', 2, 'in_progress', { labels: ['map'] }),
    bead('c2w', 'Sunrise and moon phase on the day view', 'feature', 1, 'in_review', { labels: ['web'] }),
    bead('d8g', 'Reject requests without a station id', 'bug', 2, 'in_review', { labels: ['api'] }),
    bead('f3u', 'Gzip the station list', 'chore', 3, 'closed', { labels: ['api'], closed_at: before(20) }),
  ];
  return `${beads.map((each) => JSON.stringify(each)).join('\n')}\n`;
}
