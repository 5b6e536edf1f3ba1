import { index, jsonb, pgTable } from 'drizzle-orm/pg-core'
import { createdAt, id, instant } from './columns.ts'

/**
 * Pages that a committed write has made wrong and that a cache may still hold, by their tags. Written with the change, so
 * that no failed call leaves a page wrong for long. (decision 0036)
 */
export const pagePurges = pgTable(
  'page_purges',
  {
    id: id(),
    tags: jsonb().$type<string[]>().notNull(),
    /** When they were purged first. They are once more, for pages that were read before the write and came late. */
    purgedAt: instant(),
    createdAt: createdAt(),
  },
  (t) => [index('page_purges_oldest').on(t.createdAt, t.id)],
)
