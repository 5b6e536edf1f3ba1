import { z } from 'zod'
import { NOT_FOUND } from '#src/contract/failure.ts'
import { mailState, mailsToRetry, recipientSearch } from '#src/contract/mail.ts'
import { pageFields } from '#src/contract/page.ts'
import { listPlannedMails } from '#src/domain/event-timeline/list-planned-mails.ts'
import { resendRuleMail } from '#src/domain/mail-rules/resend-mail.ts'
import { readMail } from '#src/domain/outbox/explain-mail.ts'
import { countMails, listMails, retryMail, retryMails, revealRecipient } from '#src/domain/outbox/list-mails.ts'
import { readMailOverview } from '#src/domain/outbox/mail-overview.ts'
import { accept, acceptQuery } from '../accept.ts'
import { idIn, makeContext, noStore, readActor } from '../request.ts'
import { routes } from '../routes.ts'

const place = z.tuple([z.iso.datetime({ precision: 6 }), z.uuid()])
const mailQuery = z.strictObject({ ...pageFields(place), state: mailState.optional(), q: recipientSearch.optional() })

/** The delivery of emails and text messages. Their text stays in the outbox. (security OB4, SC2) */
export const mailRoutes = routes('admin')
  .get('/', noStore, acceptQuery(mailQuery), async (c) => {
    const { limit, cursor, q, state = q === undefined ? 'dead' : undefined } = c.req.valid('query')
    const { db } = c.var
    const filter = { state, recipient: q }
    const [page, counts] = await Promise.all([listMails(db, filter, { limit, after: cursor }), countMails(db)])
    return c.json({ ...page, counts })
  })
  .get('/overview', noStore, async (c) => c.json(await readMailOverview(c.var.db)))
  .get('/planned', noStore, acceptQuery(z.strictObject({ q: recipientSearch })), async (c) =>
    c.json({ items: await listPlannedMails(c.var.db, c.req.valid('query').q) }),
  )
  .get('/:id', noStore, async (c) => c.json(await readMail(c.var.db, idIn(c, NOT_FOUND.message))))
  .post('/retry', noStore, accept(mailsToRetry), async (c) =>
    c.json({ results: await retryMails(c.var.db, c.req.valid('json').ids, readActor(c)) }),
  )
  .post('/:id/recipient', noStore, async (c) =>
    c.json(await revealRecipient(c.var.db, idIn(c, NOT_FOUND.message), readActor(c))),
  )
  .post('/:id/retry', noStore, async (c) =>
    c.json({ item: await retryMail(c.var.db, idIn(c, NOT_FOUND.message), readActor(c)) }),
  )
  .post('/:id/resend', noStore, async (c) =>
    c.json(await resendRuleMail(c.var.db, idIn(c, NOT_FOUND.message), makeContext(c)), 201),
  )
