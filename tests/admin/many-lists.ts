/** A question of the admin area. `{name}` in its path stands for what `sampleOf` found. */
type List = {
  path: string
  /** Rows one step of its plan may look at, where that is more than usual. */
  most?: number
  /** Tables that may be read through, and why they are, in a comment beside it. */
  whole?: readonly string[]
}

const PARTS = ['event_agenda', 'event_team', 'event_vendors']
const CHECKED = [
  ...PARTS,
  ...['event_config', 'event_slug_redirects', 'team_library', 'vendor_library', 'shop_products', 'shop_slug_redirects'],
  ...['menu_items', 'link_checks', 'content_pages'],
]
const all = (path: string, ...queries: string[]): List[] => [
  { path },
  ...queries.map((query) => ({ path: `${path}?${query}` })),
]
const one = (path: string) => all(`${path}/{${path}}`)
const library = (path: string, words: string, rare: string): List[] => [
  ...all(path, `q=${words}`, `q=${rare}`, `cursor={deep ${path}}`, `cursor={deep ${path}}&q=${words}`, 'limit=100'),
  ...all(`${path}/{${path}}`),
  ...all(`${path}/{${path}}/uses`),
]
/** A library is read through for look-alikes: some thousand short rows, once for each form that is filled in. */
const twins = (path: string, query: string, table: string): List => ({
  path: `${path}/duplicates?${query}`,
  whole: [table],
})

/** Every question that only reads, each list with every filter, a search for many and for few, and a page far behind. */
export const lists: readonly List[] = [
  ...all('events', 'q=workshop', 'q=w', 'q=tulsa', 'q=tulsa%20gauge', 'q=nothing', 'state=published', 'state=draft'),
  ...[
    'when=upcoming',
    'when=past',
    'status=cancelled',
    'status=moved&when=upcoming',
    'state=draft&when=past&q=tulsa',
  ].flatMap((query) => [{ path: `events?${query}` }]),
  ...all('events', 'cursor={deep events}', 'cursor={deep events}&q=tulsa', 'cursor={deep events}&state=draft').slice(1),
  ...one('events'),
  ...[
    'losses',
    'move-preview?date=2027-02-18',
    'history',
    'vendors',
    'team',
    'agenda',
    'tasks',
    'tasks?state=missing',
    'tasks/assignees',
    'timeline',
    'timeline/people?rule={mail-rules}&occurrence=2026-12-01',
    'explain?q=ada',
    'rows',
    'share-links',
    'mail-rules',
    'logistics',
    'logistics?role=vendor',
    'logistics?missing=yes',
    'logistics?cursor={deep people}',
    'logistics/summary',
    'logistics/candidates',
    'logistics/export.csv',
    'logistics/people/{people}',
    'deliveries',
    'meals',
    'caterer-links',
    'run-sheet',
  ].flatMap((part) => all(`events/{events}/${part}`)),
  { path: 'calendar?from=2026-11-29&to=2027-01-09' },
  // Emails that wait are counted by event, workflow and day, along the index by time.
  { path: 'calendar?from=2026-11-29&to=2027-01-09&layers=boundaries.deadlines.mails.tasks', most: 5_000 },
  // Of a year the team of 500 events is asked for at once, and tasks of a year and a half: then reading short tables is the shorter way.
  { path: 'calendar?from=2026-01-01&to=2026-12-31', whole: ['event_team'] },
  {
    path: 'calendar?from=2027-01-01&to=2027-12-31&layers=boundaries.deadlines.mails.tasks',
    most: 60_000,
    whole: ['event_team', 'event_config'],
  },
  ...all('calendar/feed'),
  ...all('events/deleted', 'cursor={deep deleted}'),
  ...library('vendors', 'works', 'gaugesa'),
  twins('vendors', 'name=Gauge&website=https://works7.example&email=sales@works9.example', 'vendor_library'),
  ...all('vendor-invites', 'state=pending', 'state=expired', 'state=revoked', 'cursor={deep contacts}'),
  // The people of the vendors that match are joined: then reading a short table is the shorter way.
  ...['q=ada', 'q=works7%20', 'q=nothing'].map((query) => ({
    path: `vendor-invites?${query}`,
    whole: ['vendor_contacts'],
    most: 6_000,
  })),
  ...all('vendor-proposals', 'state=decided', 'state=withdrawn', 'cursor={deep proposals}'),
  ...one('vendor-proposals'),
  ...all('vendors/{vendors}/statistics'),
  ...all('vendor-activity', 'cursor={deep audit}'),
  ...library('team', 'trainer', 'adsa'),
  twins('team', 'name=Ad&email=trainer9@gauge.example', 'team_library'),
  ...library('locations', 'hall', 'tulsa'),
  twins('locations', 'name=Hall&city=Tulsa', 'location_library'),
  ...library('agenda-templates', 'day', 'gaugesa'),
  twins('agenda-templates', 'name=Day', 'agenda_template_groups'),
  // How many events have the task is told, and the index alone is read for it.
  ...library('task-templates', 'task', 'gaugesa').map((list) => ({ ...list, most: 60_000 })),
  twins('task-templates', 'name=Task', 'task_templates'),
  ...all(
    'content-blocks',
    'q=gauge',
    'q=nothing',
    'kind=quote',
    'tag=rare',
    'cursor={deep content-blocks}',
    'cursor={deep content-blocks}&q=gauge',
  ),
  ...all('content-blocks/{content-blocks}'),
  ...all('content-blocks/{content-blocks}/uses'),
  ...all('content-blocks/{content-blocks}/history'),
  // Every tag that some block has is offered.
  { path: 'content-blocks/tags', whole: ['content_blocks'], most: 10_000 },
  ...all('content-places?pageId={content-pages}'),
  ...all('content-places?slot=quotes'),
  ...all('content-pages', 'q=gauge', 'cursor={deep content-pages}'),
  ...all('content-pages/{content-pages}'),
  ...all('vendor-tasks', 'state=submitted', 'state=done', 'state=missing&cursor={deep vendor-tasks}', 'q=nobody'),
  { path: 'vendor-tasks/export.csv?state=submitted', most: 20_000 },
  ...all('products', 'q=gauge', 'q=nothing', 'cursor={deep products}', 'cursor={deep products}&q=kit'),
  // The variants of every tenth product: then reading a short table is the shorter way.
  { path: 'products?limit=100', whole: ['shop_variants'] },
  ...one('products'),
  ...all('products/{products}/stock-changes'),
  ...all('menu-items'),
  ...all('settings'),
  ...all('change-sets', 'state=open', 'state=published'),
  // As the lists of these records are searched.
  ...['event', 'vendor', 'location', 'agenda_template', 'content_block', 'content_page'].flatMap((type) =>
    all(`change-sets/subjects?type=${type}&q=gauge`),
  ),
  ...all('users', 'q=a', 'q=adsa%20quillsa', 'q=plant4', 'q=nobody', 'cursor={deep users}', 'cursor={deep users}&q=a'),
  ...[
    'approval=pending',
    'approval=rejected',
    'approval=approved',
    'role=moderator',
    'state=banned',
    'state=unconfirmed',
  ].flatMap((query) => [{ path: `users?${query}` }, { path: `users?${query}&q=a` }]),
  ...all(
    'users',
    'state=deleted',
    'approval=pending&cursor={deep pending}',
    'approval=approved&cursor={deep users}',
  ).slice(1),
  ...all('users/counts'),
  ...all('users/{users}'),
  ...all('users/{users}/timeline'),
  ...all(
    'audit-log',
    'actor=member_5',
    'action=session.open',
    'action=ban.create',
    'action=event.',
    'subjectType=vendor',
  ),
  ...all(
    'audit-log',
    'subjectType=vendor&subjectId=subject-100',
    'from=2026-11-01T00:00:00Z',
    'until=2026-10-01T00:00:00Z',
  ).slice(1),
  ...all(
    'audit-log',
    'cursor={deep audit}',
    'cursor={deep audit}&action=ban.create',
    'cursor={deep audit}&actor=member_5',
  ).slice(1),
  ...all('audit-log/actions'),
  ...all('audit-log/export.csv?subjectType=vendor&subjectId=subject-100'),
  ...all('audit-log/verify'),
  ...all('audit-log/contains?hash={hash}'),
  ...all('audit-log/{audit}'),
  // The number of messages that were sent is told, and the index alone is read for it.
  ...['state=dead', 'state=queued', 'state=sent', 'state=sent&cursor={deep mails}', 'q=member_77@'].flatMap((query) => [
    { path: `mails?${query}`, most: 60_000 },
  ]),
  { path: 'mails/overview', most: 60_000 },
  ...all('mails/planned?q=member_77@plant.example'),
  ...one('mails'),
  ...all('mail-round-trips'),
  ...all('mail-dns'),
  ...all('bans', 'state=over', 'address=198.51.0.100', 'state=over&cursor={deep bans}'),
  // Emails that wait are counted, and the index alone is read for it.
  { path: 'mail-rules', most: 60_000 },
  { path: 'mail-rules/{mail-rules}', most: 60_000 },
  ...all('figure-wishes'),
  ...all('suppressions', 'state=released', 'q=plant'),
  ...all(
    'reports',
    'q=gaugesa',
    'q=gauge',
    'q=tulsa%20gaugesa',
    'q=nothing',
    'q=member77',
    'type=improvement',
    'cursor={deep reports}',
    'cursor={deep reports}&q=gauge',
    'cursor={deep reports}&q=member77',
    'limit=100',
  ),
  ...['unverified', 'open', 'in_progress', 'resolved', 'dismissed', 'merged'].flatMap((status) =>
    all('reports', `status=${status}`, `status=${status}&type=problem&q=gauge`).slice(1),
  ),
  // Every report has this word: of those met first so many are counted as tell that it is common.
  { path: 'reports?q=page', whole: ['event_reports'] },
  // How many stand where is told, and the index alone is read for it.
  { path: 'reports/counts', most: 60_000 },
  ...all('reports/export.csv?status=open&q=tulsa'),
  ...one('reports'),
  ...all('reports/{reports}/similar'),
  ...all('builds'),
  ...['waiting', 'flagged', 'hidden'].flatMap((queue) => ({ path: `forum/queue?queue=${queue}` })),
  ...['flagged', 'hidden'].flatMap((queue) => ({ path: `forum/queue?queue=${queue}&cursor={deep ${queue}}` })),
  ...all('forum/queue/counts'),
  ...all('forum/posts/{posts}/revisions'),
  ...all('forum/topics', 'q=nothing'),
  // Topics are passed until twenty have the word; of one that all titles have, so many are counted as tell that it is common.
  { path: 'forum/topics?q=gaugesa', most: 4_000 },
  { path: 'forum/topics?q=machine', whole: ['forum_topics'] },
  // Of each category topics are passed until one of it is met.
  { path: 'forum/categories', whole: ['forum_topics'] },
  ...all('forum/events', 'q=tulsa', 'q=nothing'),
  ...all(
    'wishes',
    'q=gaugesa',
    'q=page',
    'cursor={deep wishes}',
    'status=idea',
    'status=declined&q=tulsa',
    'limit=100',
  ),
  ...all('wishes', 'status=planned&cursor={deep wishes}', 'status=shipped', 'status=shipped&q=page').slice(1),
  { path: 'wishes?status=shipped&cursor={deep shipped}' },
  ...one('wishes'),
  { path: 'wishes/export.csv?status=planned&q=tulsa' },
  // A year of reports is counted by month, and what was resolved in it by how long it took: indexes alone are read for it.
  { path: 'feedback', most: 20_000 },
  // The parts of the next 200 events are asked for at once: then reading a short table is the shorter way.
  { path: 'dashboard', whole: PARTS, most: 10_000 },
  // The slugs of all events, products and pages are read, to know where links lead, and the coming events with their parts.
  { path: 'content-checks', whole: CHECKED, most: 60_000 },
  { path: 'content-checks/events/{events}', whole: CHECKED, most: 60_000 },
  // What waits is counted through indexes, and of the builds those of thirty days. Events are joined with their libraries.
  { path: 'overview', whole: [...PARTS, 'team_library', 'vendor_library'], most: 60_000 },
  // Attempts of five weeks, and of one for the trial of a rule, are counted along the index by time.
  { path: 'security', most: 60_000 },
  { path: 'security/ban-rule?failures=40&within=2&hours=1', most: 25_000 },
  // Plans with a million views: tests/analytics/plans.scale.test.ts. Half of these accounts, posts and builds are of the period and are
  // counted: then reading their tables is the shorter way.
  ...['analytics', 'analytics?period=90&compare=year', 'analytics/export.csv?sheet=days'].map((path) => ({
    path,
    most: 60_000,
    whole: ['forum_posts', 'users', 'site_builds'],
  })),
  ...all('analytics-imports'),
  { path: `analytics-imports/check?sha256=${'a'.repeat(64)}&fromDay=2026-01-01&toDay=2026-12-31` },
  ...all('site-mode'),
  ...all('checks'),
  ...all('checks/rounds'),
  { path: 'checks/{key}/history' },
  ...all('emergency'),
  // Everyone is counted, once for each emergency.
  {
    path: `emergency/count?action=${encodeURIComponent('{"kind":"sessions","people":"everyone"}')}`,
    most: 110_000,
    whole: ['users', 'sessions'],
  },
]

/** The path as its route declares it. */
export function patternOf(path: string): string {
  return (path.split('?')[0] ?? '')
    .replace('{key}', ':key')
    .replace('{people}', ':personId')
    .replaceAll(/\{[^}]+\}/g, ':id')
}
