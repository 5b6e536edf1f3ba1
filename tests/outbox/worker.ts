import { openDb } from '#db/client.ts'
import { deliverDue } from '#src/domain/outbox/deliver-due.ts'
import { missingSms } from '#src/platform/sms.ts'
import { smtpMailer } from '#src/platform/smtp.ts'

/** A worker in a process of its own, to be killed: says when it begins, and delivers as `WORKER` until nothing is due. */
const { DATABASE_URL = '', SMTP_URL = '', WORKER = '' } = process.env
const { db, close } = openDb(DATABASE_URL, { max: 1 })
const mail = smtpMailer(SMTP_URL, { from: 'info@workshops.example', host: 'workshops.example' })
process.stdout.write('begin\n')
await deliverDue(db, { mail, sms: missingSms, worker: WORKER, timeLeft: () => 19_000 })
await close()
