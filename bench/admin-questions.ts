/** A page of a list as the admin area asks for it, and as one plain SQL query. `{name}` is replaced by a sample. */
export type Question = {
  what: string
  path: string
  sql: string
  /** Name of the cursor whose place the query's `$1`, `$2` are. */
  deep?: string
}

const words = (columns: readonly string[]) =>
  `to_tsvector('simple', translate(${columns.map((column) => `coalesce(${column}, '')`).join(` || ' ' || `)}, '.:@/_+-#&<>%~=', '              '))`

type Listing = { list: string; from: string; order: string; place: string; search: { q: string; columns: string[] } }

/** First page, a page in the middle, and a search. */
function questions({ list, from, order, place, search: { q, columns } }: Listing): Question[] {
  const match = `${words(columns)} @@ to_tsquery('simple', '${q}:*')`
  return [
    { what: `${list}, first page`, path: list, sql: `${from} order by ${order} limit 26` },
    {
      what: `${list}, a page in the middle`,
      path: `${list}?cursor={deep ${list}}`,
      sql: `${from} where ${place} order by ${order} limit 26`,
      deep: list,
    },
    { what: `${list}, search`, path: `${list}?q=${q}`, sql: `${from} where ${match} order by ${order} limit 26` },
  ]
}

const LATEST = 'event_date desc nulls last, id desc nulls last'
const USES = (table: string, column: string, of: string) =>
  `(select count(*) from ${table} where ${column} = ${of}.id) as uses`

/** The lists that grow. */
export const QUESTIONS: readonly Question[] = [
  ...questions({
    list: 'events',
    from: 'select * from event_config',
    order: LATEST,
    place: '(event_date, id) < ($1, $2)',
    search: { q: 'tulsa', columns: ['event_name', 'event_slug', 'city', 'state', 'venue_name'] },
  }),
  ...questions({
    list: 'vendors',
    from: `select *, ${USES('event_vendors', 'vendor_library_id', 'vendor_library')} from vendor_library`,
    order: 'lower(vendor_name), id',
    place: '(lower(vendor_name), id) > ($1, $2)',
    search: { q: 'gaugesa', columns: ['vendor_name', 'contact_name', 'contact_email', 'tags'] },
  }),
  ...questions({
    list: 'team',
    from: `select *, ${USES('event_team', 'team_library_id', 'team_library')} from team_library`,
    order: 'lower(full_name), id',
    place: '(lower(full_name), id) > ($1, $2)',
    search: { q: 'adsa', columns: ['full_name', 'title', 'credentials', 'specialties'] },
  }),
  ...questions({
    list: 'users',
    from: 'select u.*, p.username, p.full_name, p.approval from users u join profiles p on p.id = u.id',
    order: 'u.created_at desc nulls last, u.id desc nulls last',
    place: `(u.created_at, u.id) < (to_timestamp($1::float8 / 1000000), $2)`,
    search: { q: 'adsa', columns: ['p.username', 'p.full_name'] },
  }),
  { what: 'audit-log, first page', path: 'audit-log', sql: 'select * from audit_log order by id desc limit 26' },
  {
    what: 'audit-log, a page in the middle',
    path: 'audit-log?cursor={deep audit}',
    sql: 'select * from audit_log where id < $1 order by id desc limit 26',
    deep: 'audit',
  },
  {
    what: 'audit-log, one action',
    path: 'audit-log?action=ban.create',
    sql: `select * from audit_log where action = 'ban.create' order by id desc limit 26`,
  },
  {
    what: 'mails, given up',
    path: 'mails?state=dead',
    sql: `select *, (select count(*) from outbox) from outbox where state = 'dead' order by next_attempt_at desc limit 26`,
  },
]
