import { z } from 'zod'
import { NOT_FOUND } from '#src/contract/failure.ts'
import { sessionRefusal } from '#src/contract/rank.ts'
import { endSessionByHandle, endSessionsOfPerson } from '#src/domain/accounts/end-sessions.ts'
import { BAN_RULE, readBanTrial } from '#src/domain/security/try-ban-rule.ts'
import { readSecurityOverview } from '#src/domain/security-overview/read-security-overview.ts'
import { acceptQuery } from '../accept.ts'
import { idIn, makeContext, noStore } from '../request.ts'
import { routes } from '../routes.ts'

/** A whole number from `least` to `most`; `usual` where it is left out. */
function wholeNumber(least: number, most: number, usual: number) {
  const sentence = `Enter a whole number from ${least} to ${most}`
  return z
    .string(sentence)
    .regex(/^\d{1,4}$/, sentence)
    .transform(Number)
    .refine((number) => number >= least && number <= most, sentence)
    .default(usual)
}

const ruleQuery = z.strictObject({
  failures: wholeNumber(5, 1000, BAN_RULE.failures),
  within: wholeNumber(1, 24, BAN_RULE.within),
  hours: wholeNumber(1, 168, BAN_RULE.hours),
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
