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
    for (const statement of [...kinds.flatMap((make) => make(amounts, now)), builds(amounts, now), ...workflows()])
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
