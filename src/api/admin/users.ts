import { z } from 'zod'
import { pageFields } from '#src/contract/page.ts'
import { isStorable } from '#src/contract/text.ts'
import { APPROVALS, approvalsInput, USER_STATES, undoApprovalsInput } from '#src/contract/user.ts'
import { ROLES } from '#src/contract/viewer.ts'
import { decideApprovals, undoApprovals } from '#src/domain/accounts/decide-approvals.ts'
import { countUsers, listUsers } from '#src/domain/accounts/list-users.ts'
import { readTimeline } from '#src/domain/accounts/read-timeline.ts'
import { readUser } from '#src/domain/accounts/read-user.ts'
import { accept, acceptQuery } from '../accept.ts'
import { routes } from '../routes.ts'
import { contextOf, idIn, noStore } from './parts.ts'

export const NO_ACCOUNT = 'Account not found.'

const micros = z.int().min(0).max(8_000_000_000_000_000)
/** Of a list by time, and of a timeline, which goes through two lists at once. */
export const timePlace = z.tuple([micros, z.uuid()])
const timelinePlace = z.tuple([z.int().min(0), micros, z.int().min(0)])

const usersQuery = z.strictObject({
  ...pageFields(timePlace),
  q: z.string().max(200).refine(isStorable).optional(),
  approval: z.enum(APPROVALS).optional(),
  role: z.enum(ROLES).optional(),
  state: z.enum(USER_STATES).optional(),
})
const timelineQuery = z.strictObject(pageFields(timelinePlace))

/** People: to look up, and to let in. For moderators too. (architecture 8: users' approval) */
export const userRoutes = routes('moderator')
  .get('/', noStore, acceptQuery(usersQuery), async (c) => {
    const { cursor, ...ask } = c.req.valid('query')
    return c.json(await listUsers(c.var.db, { ...ask, after: cursor }, c.var.clock()))
  })
  .get('/counts', noStore, async (c) => c.json(await countUsers(c.var.db, c.var.clock())))
  .post('/approvals', noStore, accept(approvalsInput), async (c) =>
    c.json({ results: await decideApprovals(c.var.db, c.req.valid('json'), contextOf(c)) }),
  )
  .post('/approvals/undo', noStore, accept(undoApprovalsInput), async (c) =>
    c.json({ results: await undoApprovals(c.var.db, c.req.valid('json').ids, contextOf(c)) }),
  )
  .get('/:id', noStore, async (c) => {
    const { db, clock, visit } = c.var
    return c.json(await readUser(db, idIn(c, NO_ACCOUNT), { now: clock(), sessionId: visit?.sessionId ?? null }))
  })
  .get('/:id/timeline', noStore, acceptQuery(timelineQuery), async (c) => {
    const { limit, cursor } = c.req.valid('query')
    return c.json(await readTimeline(c.var.db, idIn(c, NO_ACCOUNT), { limit, after: cursor }))
  })
