import { explainQuery, mailPeopleQuery } from '#src/contract/event-timeline.ts'
import { NOT_FOUND } from '#src/contract/failure.ts'
import { correctionInput, correctionQuery } from '#src/contract/mail-correction.ts'
import { explainMail } from '#src/domain/event-timeline/explain-mail.ts'
import { listMailPeople, revealMailPerson } from '#src/domain/event-timeline/mail-entries.ts'
import { readTimeline } from '#src/domain/event-timeline/read-timeline.ts'
import { decideCorrection, previewCorrection } from '#src/domain/mail-corrections/decide-correction.ts'
import { accept, acceptQuery } from '../accept.ts'
import { eventIn, idIn, makeContext, noStore, readActor } from '../request.ts'
import { routes } from '../routes.ts'

/** What happened to one event and what happens next, with its mails and who gets them. (product 2: timeline) */
export const eventTimelineRoutes = routes('admin')
  .get('/:id/timeline', noStore, async (c) => c.json(await readTimeline(c.var.db, eventIn(c), c.var.clock())))
  .get('/:id/timeline/people', noStore, acceptQuery(mailPeopleQuery), async (c) => {
    const { cursor, ...ask } = c.req.valid('query')
    return c.json(await listMailPeople(c.var.db, eventIn(c), { ...ask, after: cursor }))
  })
  .post('/:id/timeline/people/:mailId/recipient', noStore, async (c) => {
    const at = { eventId: eventIn(c), mailId: idIn(c, NOT_FOUND.message, 'mailId') }
    return c.json(await revealMailPerson(c.var.db, at, readActor(c)))
  })
  .get('/:id/explain', noStore, acceptQuery(explainQuery), async (c) =>
    c.json({ people: await explainMail(c.var.db, { eventId: eventIn(c), query: c.req.valid('query').q }) }),
  )
  .get('/:id/correction', noStore, acceptQuery(correctionQuery), async (c) => {
    const { env: site, clock } = c.var
    const ask = { eventId: eventIn(c), note: c.req.valid('query').note, site, now: clock() }
    return c.json(await previewCorrection(c.var.db, ask))
  })
  .post('/:id/correction', noStore, accept(correctionInput), async (c) =>
    c.json(await decideCorrection(c.var.db, eventIn(c), c.req.valid('json'), makeContext(c))),
  )
