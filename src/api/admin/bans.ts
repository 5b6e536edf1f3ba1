import { z } from 'zod'
import { Failure, NOT_FOUND } from '#src/contract/failure.ts'
import { pageFields } from '#src/contract/page.ts'
import { addressBanInput, BAD_ADDRESS, OWN_ADDRESS } from '#src/contract/user.ts'
import { banAddress, liftAddressBan, listAddressBans } from '#src/domain/accounts/bans.ts'
import { accept, acceptQuery } from '../accept.ts'
import { addressKey, UNKNOWN_ADDRESS } from '../address.ts'
import { idIn, makeContext, noStore } from '../request.ts'
import { routes } from '../routes.ts'
import { timePlace } from './users.ts'

const bansQuery = z.strictObject({
  ...pageFields(timePlace),
  address: z.string().max(100).optional(),
  state: z.enum(['in-force', 'over']).default('in-force'),
})

/** Bans of IP addresses, by the limits or by hand. (security RL7) */
export const banRoutes = routes('admin')
  .get('/', noStore, acceptQuery(bansQuery), async (c) => {
    const { limit, cursor, address, state } = c.req.valid('query')
    const wanted = address?.trim() ? getKey(address) : undefined
    const ask = { limit, after: cursor, address: wanted, isOver: state === 'over' }
    return c.json(await listAddressBans(c.var.db, ask, c.var.clock()))
  })
  .post('/', noStore, accept(addressBanInput), async (c) => {
    const input = c.req.valid('json')
    const address = getKey(input.address)
    if (address === UNKNOWN_ADDRESS) throw new Failure('invalid', BAD_ADDRESS, { field: 'address' })
    if (address === c.var.address) throw new Failure('invalid', OWN_ADDRESS, { field: 'address' })
    return c.json(await banAddress(c.var.db, { ...input, address }, makeContext(c)), 201)
  })
  .post('/:id/lift', noStore, async (c) =>
    c.json(await liftAddressBan(c.var.db, idIn(c, NOT_FOUND.ban), makeContext(c))),
  )

/** The key of an IP address, as typed or as the list shows it. (security RL5) */
function getKey(written: string): string {
  return addressKey(written.trim().replace(/\/64$/, ''))
}
