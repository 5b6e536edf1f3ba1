import type { Context } from 'hono'
import { z } from 'zod'
import { Failure, NOT_FOUND } from '#src/contract/failure.ts'
import { pageFields } from '#src/contract/page.ts'
import { isStorable } from '#src/contract/text.ts'
import {
  APPROVALS,
  approvalsInput,
  banInput,
  roleInput,
  USER_STATES,
  type UserRecord,
  undoApprovalsInput,
} from '#src/contract/user.ts'
import { ROLES, type Role } from '#src/contract/viewer.ts'
import { banPerson, unbanPerson } from '#src/domain/accounts/bans.ts'
import { grantRole, resetFactors, revokeRole } from '#src/domain/accounts/change-role.ts'
import { decideApprovals, undoApprovals } from '#src/domain/accounts/decide-approvals.ts'
import { endSessionOfPerson, endSessionsOfPerson } from '#src/domain/accounts/end-sessions.ts'
import { countUsers, listUsers } from '#src/domain/accounts/list-users.ts'
import { readTimeline } from '#src/domain/accounts/read-timeline.ts'
import { readUser } from '#src/domain/accounts/read-user.ts'
import { sendReset } from '#src/domain/accounts/reset-password.ts'
import { accept, acceptQuery } from '../accept.ts'
import type { ApiEnv } from '../context.ts'
import { idIn, makeContext, noStore } from '../request.ts'
import { requireRecentAuth, routes } from '../routes.ts'

const micros = z.int().min(0).max(8_000_000_000_000_000)
/** Cursors of a list by time, and of a timeline, which merges two lists. */
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

/** Finding people and approving registrations. For moderators too. (architecture 8: users' approval) */
export const userRoutes = routes('moderator')
  .get('/', noStore, acceptQuery(usersQuery), async (c) => {
    const { cursor, ...ask } = c.req.valid('query')
    return c.json(await listUsers(c.var.db, { ...ask, after: cursor }, c.var.clock()))
  })
  .get('/counts', noStore, async (c) => c.json(await countUsers(c.var.db, c.var.clock())))
  .post('/approvals', noStore, accept(approvalsInput), async (c) =>
    c.json({ results: await decideApprovals(c.var.db, c.req.valid('json'), makeContext(c)) }),
  )
  .post('/approvals/undo', noStore, accept(undoApprovalsInput), async (c) =>
    c.json({ results: await undoApprovals(c.var.db, c.req.valid('json').ids, makeContext(c)) }),
  )
  .get('/:id', noStore, async (c) => {
    const { db, clock, visit } = c.var
    return c.json(await readUser(db, idIn(c, NOT_FOUND.account), { now: clock(), sessionId: visit?.sessionId ?? null }))
  })
  .get('/:id/timeline', noStore, acceptQuery(timelineQuery), async (c) => {
    const { limit, cursor } = c.req.valid('query')
    return c.json(await readTimeline(c.var.db, idIn(c, NOT_FOUND.account), { limit, after: cursor }))
  })

/** Bans, and changes that give or take access to an account. The domain requires a higher rank. (architecture 8) */
export const userStatusRoutes = routes('admin')
  .post('/:id/ban', noStore, accept(banInput), async (c) => {
    await banPerson(c.var.db, findSubject(c), c.req.valid('json'), makeContext(c))
    return c.json(await present(c))
  })
  .post('/:id/unban', noStore, async (c) => {
    await unbanPerson(c.var.db, findSubject(c), makeContext(c))
    return c.json(await present(c))
  })
  .post('/:id/factors/reset', requireRecentAuth, noStore, async (c) => {
    await resetFactors(c.var.db, { userId: findSubject(c), aal: c.var.viewer?.aal ?? 1 }, makeContext(c))
    return c.json(await present(c))
  })
  .post('/:id/password-reset-mail', noStore, async (c) => {
    await sendReset(c.var.db, findSubject(c), makeContext(c))
    return c.json(await present(c), 202)
  })
  .delete('/:id/sessions', noStore, async (c) => {
    await endSessionsOfPerson(c.var.db, findSubject(c), makeContext(c))
    return c.json(await present(c))
  })
  .delete('/:id/sessions/:handle', noStore, async (c) => {
    await endSessionOfPerson(c.var.db, findSubject(c), idIn(c, NOT_FOUND.session, 'handle'), makeContext(c))
    return c.json(await present(c))
  })

/** Only owners change roles. (product 6, security AZ6) */
export const userRoleRoutes = routes('owner')
  .post('/:id/roles', requireRecentAuth, noStore, accept(roleInput), async (c) => {
    const { actor, now } = makeContext(c)
    await grantRole(c.var.db, { userId: findSubject(c), ...c.req.valid('json') }, actor, now)
    return c.json(await present(c))
  })
  .delete('/:id/roles/:role', requireRecentAuth, noStore, async (c) => {
    const { actor, now } = makeContext(c)
    await revokeRole(c.var.db, { userId: findSubject(c), role: roleIn(c) }, actor, now)
    return c.json(await present(c))
  })

function roleIn(c: Context<ApiEnv>): Role {
  const given = roleInput.safeParse({ role: c.req.param('role') })
  if (!given.success) throw new Failure('not_found', NOT_FOUND.role)
  return given.data.role
}

function findSubject(c: Context<ApiEnv>): string {
  return idIn(c, NOT_FOUND.account)
}

function present(c: Context<ApiEnv>): Promise<UserRecord> {
  const { db, clock, visit } = c.var
  return readUser(db, findSubject(c), { now: clock(), sessionId: visit?.sessionId ?? null })
}
