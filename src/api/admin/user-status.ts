import type { Context } from 'hono'
import { Failure } from '#src/contract/failure.ts'
import { banInput, roleInput, type UserRecord } from '#src/contract/user.ts'
import type { Role } from '#src/contract/viewer.ts'
import { banPerson, unbanPerson } from '#src/domain/accounts/bans.ts'
import { grantRole, resetFactors, revokeRole } from '#src/domain/accounts/change-role.ts'
import { endSessionOfPerson, endSessionsOfPerson } from '#src/domain/accounts/end-sessions.ts'
import { readUser } from '#src/domain/accounts/read-user.ts'
import { sendReset } from '#src/domain/accounts/reset-password.ts'
import { accept } from '../accept.ts'
import type { ApiEnv } from '../context.ts'
import { requireRecentAuth, routes } from '../routes.ts'
import { contextOf, idIn, noStore } from './parts.ts'
import { NO_ACCOUNT } from './users.ts'

/** Keeping people out, and what opens or closes their account. The domain asks for a higher rank. (architecture 8) */
export const userStatusRoutes = routes('admin')
  .post('/:id/ban', noStore, accept(banInput), async (c) => {
    await banPerson(c.var.db, subjectOf(c), c.req.valid('json'), contextOf(c))
    return c.json(await present(c))
  })
  .post('/:id/unban', noStore, async (c) => {
    await unbanPerson(c.var.db, subjectOf(c), contextOf(c))
    return c.json(await present(c))
  })
  .post('/:id/factors/reset', requireRecentAuth, noStore, async (c) => {
    await resetFactors(c.var.db, { userId: subjectOf(c), aal: c.var.viewer?.aal ?? 1 }, contextOf(c))
    return c.json(await present(c))
  })
  .post('/:id/password-reset-mail', noStore, async (c) => {
    await sendReset(c.var.db, subjectOf(c), contextOf(c))
    return c.json(await present(c), 202)
  })
  .delete('/:id/sessions', noStore, async (c) => {
    await endSessionsOfPerson(c.var.db, subjectOf(c), contextOf(c))
    return c.json(await present(c))
  })
  .delete('/:id/sessions/:handle', noStore, async (c) => {
    await endSessionOfPerson(c.var.db, subjectOf(c), idIn(c, 'Session not found.', 'handle'), contextOf(c))
    return c.json(await present(c))
  })

/** Roles are the owners' alone. (product 6, security AZ6) */
export const userRoleRoutes = routes('owner')
  .post('/:id/roles', requireRecentAuth, noStore, accept(roleInput), async (c) => {
    const { actor, now } = contextOf(c)
    await grantRole(c.var.db, { userId: subjectOf(c), ...c.req.valid('json') }, actor, now)
    return c.json(await present(c))
  })
  .delete('/:id/roles/:role', requireRecentAuth, noStore, async (c) => {
    const { actor, now } = contextOf(c)
    await revokeRole(c.var.db, { userId: subjectOf(c), role: roleIn(c) }, actor, now)
    return c.json(await present(c))
  })

function roleIn(c: Context<ApiEnv>): Role {
  const given = roleInput.safeParse({ role: c.req.param('role') })
  if (!given.success) throw new Failure('not_found', 'Role not found.')
  return given.data.role
}

function subjectOf(c: Context<ApiEnv>): string {
  return idIn(c, NO_ACCOUNT)
}

function present(c: Context<ApiEnv>): Promise<UserRecord> {
  const { db, clock, visit } = c.var
  return readUser(db, subjectOf(c), { now: clock(), sessionId: visit?.sessionId ?? null })
}
