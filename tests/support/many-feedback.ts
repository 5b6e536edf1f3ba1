import { type SQL, sql } from 'drizzle-orm'
import type { Amounts } from './many-amounts.ts'
import { CITIES, MAKERS, moment, rowId, wordOf } from './many-words.ts'

const n = sql`n`

/** Reports, half an hour apart, with what hangs on them, and the wishes that some became, for `storeManyRows`. */
export function manyFeedback({ reports, wishes }: Amounts, now: number): SQL[] {
  const at = sql`${moment(now)} - (${reports}::int - n) * interval '30 minutes'`
  return [
    // Of a hundred reports two are not verified, three wait, one is worked on, and ten are merged into the one before the last ten.
    sql`insert into event_reports (id, report_type, title, description, reporter_email, email_key, status, verified_at, resolved_at,
        created_at, updated_at, reporter_user_id)
      select ${rowId('report', n)}, case when n % 3 = 0 then 'improvement' else 'problem' end,
        ${wordOf(MAKERS, n)} || ' page ' || n || ' is slow in ' || ${wordOf(CITIES, sql`n / 7`)},
        'Opening the ' || ${wordOf(MAKERS, sql`n / 5`)} || ' page of ' || ${wordOf(CITIES, sql`n / 11`)} || ' takes a minute, number ' || n,
        email, email, status, case when status <> 'unverified' then at + interval '5 minutes' end,
        case when status = 'resolved' then at + (n % 40) * interval '1 hour' end, at, at,
        case when n % 50 = 9 then ${rowId('user', sql`n % 1000 + 1`)} end
      from (select n, 'member' || n % 20000 || '@plant' || n % 900 || '.example' as email, ${at} as at,
        case when n % 100 in (17, 58) then 'unverified' when n % 100 in (5, 6, 7) then 'open' when n % 100 = 8 then 'in_progress'
          when n % 4 = 0 then 'dismissed' else 'resolved' end as status
        from generate_series(1, ${reports}::int) n) made`,
    sql`update event_reports set merged_into_id = ${rowId('report', sql`kept`)}
      from (select n, n - n % 100 + 89 as kept from generate_series(1, ${reports}::int) n where n % 100 >= 90) made
      where id = ${rowId('report', n)}`,
    sql`insert into report_notes (report_id, body, created_at)
      select ${rowId('report', sql`n * 10`)}, 'Seen it too, ' || n, ${moment(now)} - n * interval '1 minute'
      from generate_series(1, ${reports}::int / 10) n`,
    sql`insert into admin_wishes (id, created_from_report_id, title, description, status, display_order, is_public, shipped_at,
        created_by, created_at)
      select ${rowId('wish', n)}, case when n % 2 = 0 then ${rowId('report', sql`n * 5 - 1`)} end,
        ${wordOf(MAKERS, n)} || ' wish ' || n, 'Make the ' || ${wordOf(CITIES, sql`n / 5`)} || ' page faster', status, n / 5 + 1,
        status = 'shipped' and n % 2 = 0, case when status = 'shipped' then at end, 'cli', at
      from (select n, (array['idea', 'planned', 'in_progress', 'shipped', 'declined'])[n % 5 + 1] as status,
        ${moment(now)} - n * interval '1 hour' as at from generate_series(1, ${wishes}::int) n) made`,
    sql`update event_reports set promoted_to_wish_id = w.id, promoted_at = w.created_at
      from admin_wishes w where w.created_from_report_id = event_reports.id`,
  ]
}
