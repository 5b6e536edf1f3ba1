import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import * as schema from '#db/schema/index.ts'
import { mailDueNews } from '#src/domain/forum-notices/mail-due-news.ts'

/**
 * A worker in a process of its own: writes mails until nothing is due at `NOW`, or until it kills itself at its `DIE_AT`-th
 * statement: before that is sent, or right after, when the database carries it out and nobody hears the answer.
 */
const { DATABASE_URL = '', NOW = '', DIE_AT = '', HOW = '' } = process.env
let statements = 0
const die = () => process.kill(process.pid, 'SIGKILL')
const logQuery = () => {
  statements += 1
  if (statements !== Number(DIE_AT)) return
  if (HOW === 'before') die()
  else setImmediate(() => setImmediate(die))
}
const pool = new pg.Pool({ connectionString: DATABASE_URL, max: 1 })
const db = drizzle(pool, { schema, casing: 'snake_case', logger: { logQuery } })
const site = { siteUrl: 'https://workshops.example', siteName: 'Uptime Workshops' }
await mailDueNews(db, { site, now: Number(NOW), timeLeft: () => 19_000, onFault: () => {} })
await pool.end()
