import type { Context } from 'hono'
import { NOT_FOUND } from '#src/contract/failure.ts'
import { deleteQuery } from '#src/contract/library.ts'
import {
  boardQuery,
  deliveryChange,
  deliveryReceipt,
  logisticsTestInput,
  newDelivery,
  newPeople,
  nudgeInput,
  onBehalfInput,
  personChange,
  requestDecision,
  sectionInput,
  sensitiveExport,
} from '#src/contract/logistics-board.ts'
import { eventContactInput } from '#src/contract/partner-contact.ts'
import { addToBoard, boardCsv, readBoardSummary, requireEvent } from '#src/domain/logistics/board.ts'
import { changeRole } from '#src/domain/logistics/change-role.ts'
import { answerOnBehalf, decideRequest } from '#src/domain/logistics/decide-request.ts'
import {
  addDelivery,
  changeDelivery,
  deleteDelivery,
  listDeliveries,
  receiveDelivery,
} from '#src/domain/logistics/deliveries.ts'
import { saveEventContact } from '#src/domain/logistics/event-contact.ts'
import { revokeLinks, sendFirstLinks, sendLink } from '#src/domain/logistics/links.ts'
import { nudgePeople } from '#src/domain/logistics/nudge.ts'
import { listCandidates, listPeople, removePerson } from '#src/domain/logistics/people.ts'
import { openSection, readPerson } from '#src/domain/logistics/read-person.ts'
import { sendTestMails } from '#src/domain/logistics/test-mails.ts'
import { accept, acceptQuery } from '../accept.ts'
import type { ApiEnv } from '../context.ts'
import { eventIn, idIn, makeContext, noStore, ownVisit, readActor, toStream } from '../request.ts'
import { routes } from '../routes.ts'

type Params = Parameters<typeof eventIn>[0]
const personIn = (c: Params) => ({ eventId: eventIn(c), personId: idIn(c, NOT_FOUND.person, 'personId') })
const deliveryIn = (c: Params) => ({ eventId: eventIn(c), deliveryId: idIn(c, NOT_FOUND.delivery, 'deliveryId') })

/** The people of one event with what is missing. No sensitive value is in any of these answers but the export by name. (decision 0058) */
export const logisticsBoardRoutes = routes('admin')
  .get('/:id/logistics', noStore, acceptQuery(boardQuery), async (c) => {
    const { cursor, limit, role, missing } = c.req.valid('query')
    const { id: eventId } = await requireEvent(c.var.db, eventIn(c))
    return c.json(await listPeople(c.var.db, eventId, { limit, after: cursor, role, isMissing: missing === 'yes' }))
  })
  .get('/:id/logistics/summary', noStore, async (c) =>
    c.json(await readBoardSummary(c.var.db, eventIn(c), c.var.clock())),
  )
  .put('/:id/logistics/contact', noStore, accept(eventContactInput), async (c) =>
    c.json(await saveEventContact(c.var.db, eventIn(c), c.req.valid('json'), readActor(c))),
  )
  .get('/:id/logistics/candidates', noStore, async (c) => {
    const { id: eventId } = await requireEvent(c.var.db, eventIn(c))
    return c.json({ items: await listCandidates(c.var.db, eventId) })
  })
  .get('/:id/logistics/export.csv', noStore, async (c) => sendCsv(c, []))
  .post('/:id/logistics/export.csv', noStore, accept(sensitiveExport), async (c) =>
    sendCsv(c, c.req.valid('json').sections),
  )
  .post('/:id/logistics/people', noStore, accept(newPeople), async (c) =>
    c.json(await addToBoard(c.var.db, eventIn(c), c.req.valid('json'), readActor(c)), 201),
  )
  .post('/:id/logistics/links', noStore, async (c) =>
    c.json(await sendFirstLinks(c.var.db, eventIn(c), makeContext(c))),
  )
  .post('/:id/logistics/nudges', noStore, accept(nudgeInput), async (c) => {
    const { personIds } = c.req.valid('json')
    return c.json(await nudgePeople(c.var.db, { eventId: eventIn(c), personIds }, makeContext(c)))
  })
  .post('/:id/logistics/requests/:requestId', noStore, accept(requestDecision), async (c) => {
    const at = { eventId: eventIn(c), requestId: idIn(c, NOT_FOUND.request, 'requestId') }
    await decideRequest(c.var.db, { ...at, ...c.req.valid('json') }, makeContext(c))
    return c.body(null, 204)
  })

async function sendCsv(c: Context<ApiEnv>, sensitive: readonly string[]) {
  const lines = await toStream(await boardCsv(c.var.db, eventIn(c), sensitive, readActor(c)))
  return c.body(lines, 200, {
    'Content-Type': 'text/csv; charset=utf-8',
    'Content-Disposition': 'attachment; filename="logistics.csv"',
  })
}

/** One person of an event: their link, their answers, and what they ask to change. */
export const logisticsPersonRoutes = routes('admin')
  .get('/:id/logistics/people/:personId', noStore, async (c) =>
    c.json(await readPerson(c.var.db, personIn(c), c.var.clock())),
  )
  .patch('/:id/logistics/people/:personId', noStore, accept(personChange), async (c) => {
    await changeRole(c.var.db, { ...personIn(c), ...c.req.valid('json') }, makeContext(c))
    return c.body(null, 204)
  })
  .delete('/:id/logistics/people/:personId', noStore, async (c) => {
    await removePerson(c.var.db, personIn(c), readActor(c))
    return c.body(null, 204)
  })
  .post('/:id/logistics/people/:personId/link', noStore, async (c) => {
    await sendLink(c.var.db, personIn(c), makeContext(c))
    return c.body(null, 204)
  })
  .delete('/:id/logistics/people/:personId/link', noStore, async (c) => {
    await revokeLinks(c.var.db, personIn(c), makeContext(c))
    return c.body(null, 204)
  })
  .post('/:id/logistics/people/:personId/read', noStore, accept(sectionInput), async (c) =>
    c.json(await openSection(c.var.db, { ...personIn(c), ...c.req.valid('json') }, readActor(c))),
  )
  .post('/:id/logistics/people/:personId/answers', noStore, accept(onBehalfInput), async (c) =>
    c.json(await answerOnBehalf(c.var.db, { ...personIn(c), ...c.req.valid('json') }, makeContext(c))),
  )

/** Every mail about logistics and vendors, to the administrator who asks. (security LG11) */
export const logisticsTestRoutes = routes('admin').post('/test', noStore, accept(logisticsTestInput), async (c) =>
  c.json(await sendTestMails(c.var.db, ownVisit(c).viewer.id, c.req.valid('json'), makeContext(c))),
)

/** What is shipped to the venue of an event. */
export const deliveryRoutes = routes('admin')
  .get('/:id/deliveries', noStore, async (c) => {
    const { id: eventId } = await requireEvent(c.var.db, eventIn(c))
    return c.json({ items: await listDeliveries(c.var.db, eventId) })
  })
  .post('/:id/deliveries', noStore, accept(newDelivery), async (c) =>
    c.json(await addDelivery(c.var.db, eventIn(c), c.req.valid('json'), readActor(c)), 201),
  )
  .patch('/:id/deliveries/:deliveryId', noStore, accept(deliveryChange), async (c) =>
    c.json(await changeDelivery(c.var.db, deliveryIn(c), c.req.valid('json'), readActor(c))),
  )
  .post('/:id/deliveries/:deliveryId/receipt', noStore, accept(deliveryReceipt), async (c) =>
    c.json(await receiveDelivery(c.var.db, deliveryIn(c), c.req.valid('json'), makeContext(c))),
  )
  .delete('/:id/deliveries/:deliveryId', noStore, acceptQuery(deleteQuery), async (c) =>
    c.json(await deleteDelivery(c.var.db, deliveryIn(c), c.req.valid('query').version, readActor(c))),
  )
