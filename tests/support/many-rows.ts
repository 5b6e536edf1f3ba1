import { type SQL, sql } from 'drizzle-orm'
import { type Db, openDb } from '#db/client.ts'
import { storeAuditRows } from './audit-rows.ts'
import { manyAccounts } from './many-accounts.ts'
import { type Amounts, MANY, withoutTimeouts } from './many-amounts.ts'
import { manyEvents } from './many-events.ts'
import { manyFeedback } from './many-feedback.ts'
import { manyForum } from './many-forum.ts'
import { moment, rowId } from './many-words.ts'

/** Deletions of events at the end of the audit log. */
const DELETIONS = 200
/** The event that was saved as often. */
export const EDITED = 100
/** Who did what the audit log tells of. */
const ACTORS = 20

/**
 * Fills the migrated, empty database at `url`, about `now`. Everything comes from counting, so that two fills are alike, and
 * the database makes it all by itself in some ten seconds. The planner knows the tables afterwards.
 */
export async function storeManyRows(url: string, now: number, amounts: Amounts = MANY): Promise<void> {
  const { db, close } = openDb(withoutTimeouts(url), { max: 1, answerWithin: 0 })
  try {
    const kinds = [manyEvents, manyAccounts, manyFeedback, manyTopics]
    for (const statement of [
      ...kinds.flatMap((make) => make(amounts, now)),
      builds(amounts, now),
      ...workflows(),
      ...plannedMails(amounts, now),
      ...logistics(),
    ])
      await db.execute(statement)
    await storeAuditRows(db, { rows: amounts.audited, actors: await actors(db), until: new Date(now) })
    await db.execute(eventHistory())
    await db.execute(sql`vacuum analyze`)
  } finally {
    await close()
  }
}

function manyTopics({ topics, replies, users }: Amounts, now: number): SQL[] {
  return manyForum({ topics, replies, members: users }, now)
}

async function actors(db: Db): Promise<string[]> {
  const rows = await db
    .select({ id: sql<string>`${rowId('user', sql`n`)}` })
    .from(sql`generate_series(1, ${ACTORS}::int) n`)
  return rows.map(({ id }) => id)
}

function builds({ builds: rows }: Amounts, now: number): SQL {
  return sql`insert into site_builds (revision, state, reason, actor, requested_at, finished_at)
    select n, 'live', 'published event ' || n, ${rowId('user', sql`n % ${ACTORS} + 1`)}::text, asked, asked
    from (select n, ${moment(now)} - (${rows}::int - n) * interval '1 hour' as asked from generate_series(1, ${rows}::int) n) made`
}

/** More workflows than a site will ever have. */
function workflows(): SQL[] {
  const definition = {
    ...{
      anchor: 'event-start',
      timing: { kind: 'day', days: -7, at: '09:00' },
      audience: 'event-team',
      conditions: [],
    },
    ...{ lateHours: 12, weekend: 'send', subject: 'Soon', body: 'See you there.' },
  }
  const rules = sql`from generate_series(1, ${EDITED}::int) n`
  return [
    sql`insert into mail_rules (id, title) select ${rowId('rule', sql`n`)}, 'Briefing ' || n ${rules}`,
    sql`insert into mail_rule_versions (rule_id, number, definition, made_by)
      select ${rowId('rule', sql`n`)}, 1, ${JSON.stringify(definition)}::jsonb, 'cli' ${rules}`,
  ]
}

/** Of each event five mails of five people, one of whom gets none, and the verdicts of the workflows. */
function plannedMails({ withMails, team }: Amounts, now: number): SQL[] {
  const due = sql`(e.event_date - weeks * 7 + time '09:00') at time zone e.event_timezone`
  const state = sql`case when place = 5 then 'skipped' when ${due} <= ${moment(now)} then 'sent' else 'planned' end`
  const from = sql`from generate_series(1, ${withMails}::int) n join event_config e on e.id = ${rowId('event', sql`n`)}
    cross join generate_series(1, 5) weeks join mail_rule_versions v on v.rule_id = ${rowId('rule', sql`weeks`)}`
  const address = sql`'trainer' || (n + place) % ${team}::int + 1 || '@gauge.example'`
  return [
    sql`insert into planned_mails (rule_id, version_id, event_id, subject_id, recipient, recipient_key, name, occurrence, zone,
        anchor_at, due_at, late_at, state, reason, known_facts, sent_at)
      select v.rule_id, v.id, e.id, 'team:' || ${rowId('person', sql`(n + place) % ${team}::int + 1`)}, ${address}, ${address},
        'Ada Quill', e.event_date, e.event_timezone, (e.event_date + time '08:30') at time zone e.event_timezone,
        ${due}, ${due} + interval '12 hours', ${state}, case ${state} when 'skipped' then 'They get too many.' end,
        case ${state} when 'sent' then jsonb_build_object('eventDate', e.event_date::text, 'timeStart', '08:30:00',
          'timeEnd', '15:45:00', 'timeZone', e.event_timezone, 'venue', e.venue_name, 'address', null, 'city', e.city,
          'status', e.status) end,
        case ${state} when 'sent' then ${due} end
      ${from} cross join generate_series(1, 5) place`,
    sql`insert into mail_rule_verdicts (event_id, rule_id, is_wanted, reason, due_at, people, decided_at)
      select e.id, v.rule_id, true, 'It applies.', ${due}, 5, ${moment(now)} ${from}`,
  ]
}

/** Of forty events the most people that there can be, with reminders and deliveries. Answers are sealed, and not made here. */
function logistics(): SQL[] {
  const people = sql`from generate_series(61, ${EDITED}::int) e cross join generate_series(1, 500) n`
  return [
    sql`insert into logistics_people (id, event_id, role, name, email, email_key)
      select ${rowId('person of an event', sql`e * 500 + n`)}, ${rowId('event', sql`e`)},
        (array['instructor', 'speaker', 'host', 'vendor'])[n % 4 + 1], 'Ada Quill ' || n, address, address ${people}
      cross join lateral (select 'person' || n || '@gauge.example' as address) mail`,
    sql`insert into nudges (subject, event_id, sent_by, created_at)
      select 'logistics:' || id, event_id, 'cli', now() from logistics_people`,
    sql`insert into deliveries (event_id, title, expected_on)
      select ${rowId('event', sql`e`)}, 'Crate ' || n, '2027-01-20' from generate_series(61, ${EDITED}::int) e cross join generate_series(1, 200) n`,
  ]
}

/** Deleted events, and one that was saved again and again: through the database's own trigger, behind the rows before. */
function eventHistory(): SQL {
  return sql`insert into audit_log (actor, action, subject_type, subject_id, before, after)
    select 'cli', 'event.delete', 'event', ${rowId('deleted', sql`n`)}::text,
      jsonb_build_object('eventSlug', 'gone-' || n, 'eventName', 'Gone workshop ' || n, 'eventDate', '2026-01-01',
        'isPublished', false, 'agenda', '[]'::jsonb, 'team', '[]'::jsonb, 'vendors', '[]'::jsonb, 'redirects', '[]'::jsonb), null
    from generate_series(1, ${DELETIONS}::int) n
    union all
    select 'cli', 'event.update', 'event', ${rowId('event', EDITED)}::text, jsonb_build_object('version', n),
      jsonb_build_object('version', n + 1) from generate_series(1, ${DELETIONS}::int) n`
}
