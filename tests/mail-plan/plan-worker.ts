import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import * as schema from '#db/schema/index.ts'
import { planMarked } from '#src/domain/mail-plan/plan-marked.ts'
import { deliverDue } from '#src/domain/outbox/deliver-due.ts'
import { missingSms } from '#src/platform/sms.ts'
import { smtpMailer } from '#src/platform/smtp.ts'
import { advancing } from './plan-rows.ts'

/**
 * A worker in a process of its own, which plans or sends mails at `NOW` until it kills itself at its `DIE_AT`-th statement: before
 * that is sent, or right after, when the database carries it out and nothing hears the answer. One that lives says how many there were.
 */
const { DATABASE_URL = '', SMTP_URL = '', NOW = '', DIE_AT = '', HOW = '', WORK = '', WORKER = '' } = process.env
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
const mail = smtpMailer(SMTP_URL, { from: 'info@workshops.example', host: 'workshops.example' })
const timeLeft = () => 19_000
if (WORK === 'plan') await planMarked(db, { ...advancing(Number(NOW)), timeLeft })
else await deliverDue(db, { mail, sms: missingSms, worker: WORKER, timeLeft })
await pool.end()
console.log(statements)
