import { type SQL, sql } from 'drizzle-orm'
import type { Amounts } from './many-amounts.ts'
import { FIRST_NAMES, LAST_NAMES, moment, rowId, wordOf } from './many-words.ts'

const n = sql`n`
const id = rowId('user', n)
const from = (rows: number) => sql`from generate_series(1, ${rows}::int) n`

/** Accounts, a minute apart, with what hangs on them, and messages, for `storeManyRows`. */
export function manyAccounts({ users, mails }: Amounts, now: number): SQL[] {
  const at = sql`${moment(now)} - (${users}::int - n) * interval '1 minute'`
  return [
    // Of a thousand five have not confirmed their address, and two are gone.
    sql`insert into users (id, email, email_key, email_confirmed_at, deleted_at, created_at)
      select ${id}, email, email, case when n % 200 <> 3 then ${at} end, case when n % 500 = 4 then ${at} end, ${at}
      from (select n, 'member' || n || '@plant' || n % 900 || '.example' email ${from(users)}) made`,
    // Of two thousand three wait to be let in, and twenty were turned away; who has not confirmed waits too.
    sql`insert into profiles (id, username, username_key, full_name, approval, created_at)
      select ${id}, 'member_' || n, 'member_' || n, ${wordOf(FIRST_NAMES, n)} || ' ' || ${wordOf(LAST_NAMES, sql`n / 12`)},
        case when n % 200 = 3 or n % 2000 in (1, 7, 11) then 'pending' when n % 100 = 2 then 'rejected' else 'approved' end, ${at} ${from(users)}`,
    sql`insert into user_roles (user_id, role, granted_by)
      select ${id}, case when n = 1 then 'owner' when n <= 6 then 'admin' else 'moderator' end, 'cli' ${from(30)}`,
    ...standing(users, now),
    // Of a thousand messages four were given up, and one waits.
    sql`insert into outbox (channel, recipient, subject, text_body, template, state, attempts, next_attempt_at, created_at)
      select 'mail', 'member' || n || '@plant.example', 'Confirm your address', repeat('Hello ', 100) || n, 'confirm-address',
        case when n % 250 = 5 then 'dead' when n % 1000 = 6 then 'queued' else 'sent' end, n % 2, ${at}, ${at}
      ${from(mails)}`,
  ]
}

/** Sessions, factors, bans and tries at the door. */
function standing(users: number, now: number): SQL[] {
  const ago = sql`${moment(now)} - n * interval '1 minute'`
  return [
    sql`insert into sessions (id, user_id, expires_at, started_at, authenticated_at, last_seen_at)
      select md5('session ' || n), ${id}, ${moment(now)} + interval '1 day', ${ago}, ${ago}, ${ago} ${from(users / 10)}`,
    sql`insert into auth_factors (user_id, factor_type, status, friendly_name)
      select ${id}, 'totp', 'verified', 'App' ${from(users / 100)}`,
    sql`insert into auth_attempts (at, address, attempt_type, user_id, is_success)
      select ${ago}, '203.0.113.' || n % 250, 'sign-in', ${id}::text, n % 5 > 0 ${from(users)}`,
    sql`insert into bans (subject_type, subject, reason, actor, created_at)
      select 'user', ${rowId('user', sql`n * 100`)}::text, 'Spam', 'cli', ${ago} ${from(users / 1000)}`,
    sql`insert into bans (subject_type, subject, reason, actor, created_at, expires_at)
      select 'address', '198.51.' || n / 250 || '.' || n % 250, 'Refused', 'limits', ${ago},
        case when n % 10 = 0 then ${moment(now)} + interval '1 hour' else ${ago} + interval '1 hour' end ${from(users / 10)}`,
  ]
}
