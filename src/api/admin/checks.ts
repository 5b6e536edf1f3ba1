import { muteInput } from '#src/contract/mute.ts'
import { ALL_CHECKS } from '#src/domain/checks/all-checks.ts'
import { muteCheck, unmuteCheck } from '#src/domain/checks/mute-check.ts'
import { listRounds, readCheckHistory, readChecks } from '#src/domain/checks/read-checks.ts'
import { requestRound } from '#src/domain/checks/rounds.ts'
import { accept } from '../accept.ts'
import { makeContext, noStore, readActor } from '../request.ts'
import { routes } from '../routes.ts'

/** The security test: what each check found last, its history, and muting it. (product 8) */
export const checkRoutes = routes('admin')
  .get('/', noStore, async ({ json, var: { db, clock } }) => json(await readChecks(db, ALL_CHECKS, clock())))
  .get('/rounds', noStore, async ({ json, var: { db } }) => json({ items: await listRounds(db, ALL_CHECKS) }))
  .get('/:key/history', noStore, async (c) =>
    c.json({ items: await readCheckHistory(c.var.db, ALL_CHECKS, c.req.param('key')) }),
  )
  .post('/:key/mute', accept(muteInput), async (c) => {
    await muteCheck(c.var.db, c.req.param('key'), c.req.valid('json'), makeContext(c))
    return c.json(await readChecks(c.var.db, ALL_CHECKS, c.var.clock()))
  })
  .post('/:key/unmute', async (c) => {
    await unmuteCheck(c.var.db, c.req.param('key'), readActor(c))
    return c.json(await readChecks(c.var.db, ALL_CHECKS, c.var.clock()))
  })

/** Asks for a round and answers before it runs: the function that serves this has it run. */
export const checkRoundRoutes = routes('owner').post('/rounds', noStore, async (c) => {
  await requestRound(c.var.db, { trigger: 'asked', actor: readActor(c), now: c.var.clock() })
  return c.json(await readChecks(c.var.db, ALL_CHECKS, c.var.clock()), 202)
})
