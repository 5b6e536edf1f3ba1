import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import type { Instant } from '#src/contract/instant.ts'
import type { Limit } from './limits.ts'

/** An address is shared where this many accounts signed in within the last week: an office, a school, a training room. */
const SHARED_BY = 3
const RECENTLY = '7 days'

/** At a shared address this many times as much may fail: forty people mistype more often than one. */
export const SHARED_TIMES = 10

/** True while an address is known to be shared. */
export async function isShared(db: Db, address: string, now: Instant): Promise<boolean> {
  const result = await db.execute(sql`select ${sharedSql(sql`${address}`, now)} as shared`)
  // Drizzle leaves the shape of a raw answer to the driver; every driver we use has `rows`.
  const { rows } = result as unknown as { rows: { shared: boolean }[] }
  return rows[0]?.shared === true
}

/** The same as a condition. */
export function sharedSql(address: SQL, now: Instant): SQL {
  return sql`(select count(*) >= ${SHARED_BY} from (select distinct user_id from auth_attempts
    where address = ${address} and is_success and user_id is not null
      and at > ${new Date(now).toISOString()}::timestamptz - ${RECENTLY}::interval limit ${SHARED_BY}) as people)`
}

/** What a limit is at a shared address. */
export function forShared({ windows, ...limit }: Limit): Limit {
  const [first, ...more] = windows
  const widened = ({ most, seconds }: Limit['windows'][number]) => ({ most: most * SHARED_TIMES, seconds })
  return { ...limit, windows: [widened(first), ...more.map(widened)] }
}
