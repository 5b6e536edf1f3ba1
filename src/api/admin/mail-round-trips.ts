import { NOT_FOUND } from '#src/contract/failure.ts'
import { MOST_SOURCE, roundTripInput, roundTripSource } from '#src/contract/mail-round-trip.ts'
import { requestRound } from '#src/domain/checks/rounds.ts'
import { acceptDnsRecords, readDnsRecords } from '#src/domain/mail-round-trips/dns-records.ts'
import {
  giveSource,
  listRoundTrips,
  readRoundTrip,
  startRoundTrip,
} from '#src/domain/mail-round-trips/mail-round-trips.ts'
import { accept } from '../accept.ts'
import { idIn, makeContext, noStore, readActor } from '../request.ts'
import { routes } from '../routes.ts'

/** JSON escapes line ends and quotation marks. */
const LARGEST_BODY = 3 * MOST_SOURCE

/** Round trips: a marked mail, its source as it was received, and the verdicts on it. (product 8) */
export const mailRoundTripRoutes = routes('admin')
  .get('/', noStore, async ({ json, var: { db, clock } }) => json({ items: await listRoundTrips(db, clock()) }))
  .post('/', accept(roundTripInput), async (c) =>
    c.json(await startRoundTrip(c.var.db, c.req.valid('json').to, makeContext(c)), 201),
  )
  .get('/:id', noStore, async (c) => c.json(await readRoundTrip(c.var.db, idIn(c, NOT_FOUND.roundTrip), c.var.clock())))
  .post('/:id/source', accept(roundTripSource, LARGEST_BODY), async (c) => {
    const { source } = c.req.valid('json')
    return c.json(await giveSource(c.var.db, idIn(c, NOT_FOUND.roundTrip), source, makeContext(c)), 202)
  })

/** The DNS records of the sending domain, and accepting a change of them. The checks run again after that. */
export const mailDnsRoutes = routes('admin')
  .get('/', noStore, async (c) => c.json(await readDnsRecords(c.var.db)))
  .post('/:id/accept', async (c) => {
    const records = await acceptDnsRecords(c.var.db, idIn(c, NOT_FOUND.dnsRecords), makeContext(c))
    await requestRound(c.var.db, { trigger: 'asked', actor: readActor(c), now: c.var.clock() })
    return c.json(records, 202)
  })
