import { sql } from 'drizzle-orm'
import { check, index, pgTable, text } from 'drizzle-orm/pg-core'
import { count, instant } from './columns.ts'

/** A link to another site, and what was found when it was last asked for. Rows go with the last text that has the link. */
export const linkChecks = pgTable(
  'link_checks',
  {
    /** Without its fragment. */
    url: text().primaryKey(),
    /** `gone`: there is no such page or site; `unknown`: the other site refused, or did not answer. */
    status: text({ enum: ['waiting', 'ok', 'gone', 'unknown'] })
      .notNull()
      .default('waiting'),
    /** Why it is gone or unknown, in our own words; null otherwise. */
    reason: text(),
    checkedAt: instant(),
    nextAt: instant().notNull().defaultNow(),
    /** How often in a row nothing was found there. */
    fails: count(),
  },
  (t) => [
    index('link_checks_due').on(t.nextAt),
    check('link_check_url', sql`${t.url} ~ '^https?://' and octet_length(${t.url}) <= 2000`),
    check('link_check_status_known', sql`${t.status} in ('waiting', 'ok', 'gone', 'unknown')`),
  ],
)
