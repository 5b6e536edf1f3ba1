import { boolean, pgTable, uuid } from 'drizzle-orm/pg-core'
import { users } from './accounts.ts'
import { updatedAt } from './columns.ts'

/** Which figures an administrator wants by email. No row is none. A row of an account that is no administrator is not used. */
export const figureWishes = pgTable('figure_wishes', {
  userId: uuid()
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  /** The figures of the last week, every Monday. */
  weekly: boolean().notNull().default(false),
  /** How an event went, two days after it. */
  afterEvents: boolean().notNull().default(false),
  updatedAt: updatedAt(),
})
