import { z } from 'zod'
import { NOT_FOUND } from '#src/contract/failure.ts'
import { mailState, mailsToRetry } from '#src/contract/mail.ts'
import { pageFields } from '#src/contract/page.ts'
import { countMails, listMails, retryMail, retryMails, revealRecipient } from '#src/domain/outbox/list-mails.ts'
import { accept, acceptQuery } from '../accept.ts'
import { idIn, noStore, readActor } from '../request.ts'
import { routes } from '../routes.ts'

const place = z.tuple([z.iso.datetime({ precision: 6 }), z.uuid()])
const mailQuery = z.strictObject({ ...pageFields(place), state: mailState.default('dead') })

/** The delivery of emails and text messages. Their text stays in the outbox. (security OB4, SC2) */
export const mailRoutes = routes('admin')
  .get('/', noStore, acceptQuery(mailQuery), async (c) => {
    const { state, limit, cursor } = c.req.valid('query')
    const { db } = c.var
    const [page, counts] = await Promise.all([listMails(db, state, { limit, after: cursor }), countMails(db)])
    return c.json({ ...page, counts })
  })
  .post('/retry', noStore, accept(mailsToRetry), async (c) =>
    c.json({ results: await retryMails(c.var.db, c.req.valid('json').ids, readActor(c)) }),
  )
  .post('/:id/recipient', noStore, async (c) =>
    c.json(await revealRecipient(c.var.db, idIn(c, NOT_FOUND.message), readActor(c))),
  )
  .post('/:id/retry', noStore, async (c) =>
    c.json({ item: await retryMail(c.var.db, idIn(c, NOT_FOUND.message), readActor(c)) }),
  )
