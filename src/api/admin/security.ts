import { z } from 'zod'
import { NOT_FOUND } from '#src/contract/failure.ts'
import { sessionRefusal } from '#src/contract/rank.ts'
import { type BanRule, ruleFault } from '#src/contract/security-overview.ts'
import { endSessionByHandle, endSessionsOfPerson } from '#src/domain/accounts/end-sessions.ts'
import { BAN_RULE, readBanTrial } from '#src/domain/security/try-ban-rule.ts'
import { readSecurityOverview } from '#src/domain/security-overview/read-security-overview.ts'
import { acceptQuery } from '../accept.ts'
import { idIn, makeContext, noStore } from '../request.ts'
import { routes } from '../routes.ts'

/** A part of the rule; the one in force where it is left out. */
function rulePart(part: keyof BanRule) {
  return z
    .string()
    .superRefine((typed, context) => {
      const message = ruleFault(part, typed)
      if (message) context.addIssue({ code: 'custom', message })
    })
    .transform(Number)
    .default(BAN_RULE[part])
}

const ruleQuery = z.strictObject({
  failures: rulePart('failures'),
  within: rulePart('within'),
  hours: rulePart('hours'),
})

/**
 * The Security screen: what there is to know, what a ban rule would have done to last week's attempts, and ending sessions
 * of people with a role. (product 2: security)
 */
export const securityRoutes = routes('admin')
  .get('/', noStore, async (c) => {
    const { db, clock, visit } = c.var
    return c.json(await readSecurityOverview(db, { now: clock(), sessionId: visit?.sessionId ?? null }))
  })
  .get('/ban-rule', noStore, acceptQuery(ruleQuery), async (c) =>
    c.json(await readBanTrial(c.var.db, c.req.valid('query'), c.var.clock())),
  )
  .delete('/sessions/:handle', noStore, async (c) => {
    await endSessionByHandle(c.var.db, idIn(c, NOT_FOUND.session, 'handle'), makeContext(c))
    return c.body(null, 204)
  })
  .delete('/people/:id/sessions', noStore, async (c) => {
    const { viewer, visit } = c.var
    const id = idIn(c, NOT_FOUND.account)
    const keepId = viewer?.id === id ? (visit?.sessionId ?? null) : null
    const rule = { refusalOf: sessionRefusal, keepId }
    return c.json({ ended: await endSessionsOfPerson(c.var.db, id, makeContext(c), rule) })
  })
