import type { Context } from 'hono'
import { NOT_FOUND } from '#src/contract/failure.ts'
import { deleteQuery } from '#src/contract/library.ts'
import {
  dryRunInput,
  eventMailRuleChange,
  type MailRuleList,
  mailPolicyChange,
  mailRuleChange,
  mailRulePreviewInput,
  mailRuleRevert,
  mailRuleStateChange,
  missedRule,
  newMailRule,
} from '#src/contract/workflows.ts'
import { listEventMailRules, saveEventMailRule } from '#src/domain/mail-rules/event-mail-rules.ts'
import { listMailRules, readMailRule } from '#src/domain/mail-rules/list-mail-rules.ts'
import { readMailPolicy, saveMailPolicy } from '#src/domain/mail-rules/mail-policy.ts'
import { previewMailRule, readNextAudiences } from '#src/domain/mail-rules/preview-mail-rule.ts'
import {
  createMailRule,
  deleteMailRule,
  revertMailRule,
  setMailRuleState,
  updateMailRule,
} from '#src/domain/mail-rules/save-mail-rule.ts'
import { dryRun, sendMissedMails, sendTestMail } from '#src/domain/mail-rules/try-mail-rule.ts'
import { accept, acceptQuery } from '../accept.ts'
import type { ApiEnv } from '../context.ts'
import { eventIn, idIn, makeContext, noStore, ownVisit, readActor } from '../request.ts'
import { routes } from '../routes.ts'

/** Workflows: which mail goes to whom and when. Every change is answered with the rule as it is now. (decision 0054) */
export const mailRuleRoutes = routes('admin')
  .get('/', noStore, async (c) => {
    const [db, now] = [c.var.db, c.var.clock()]
    const [items, policy] = [await listMailRules(db, now), await readMailPolicy(db)]
    return c.json<MailRuleList>({ items, policy, next: await readNextAudiences(db, now) })
  })
  .put('/policy', noStore, accept(mailPolicyChange), async (c) =>
    c.json(await saveMailPolicy(c.var.db, c.req.valid('json'), readActor(c))),
  )
  .post('/preview', noStore, accept(mailRulePreviewInput), async (c) => {
    const { preview } = await previewMailRule(c.var.db, c.req.valid('json'), makeContext(c))
    return c.json(preview)
  })
  .post('/test', noStore, accept(mailRulePreviewInput), async (c) => {
    const { id } = ownVisit(c).viewer
    return c.json({ sentTo: await sendTestMail(c.var.db, id, c.req.valid('json'), makeContext(c)) })
  })
  .post('/', noStore, accept(newMailRule), async (c) => {
    const rule = c.req.valid('json')
    await createMailRule(c.var.db, rule, makeContext(c))
    return c.json(await readMailRule(c.var.db, rule.id, c.var.clock()), 201)
  })
  .get('/:id', noStore, async (c) => c.json(await readMailRule(c.var.db, ruleIn(c), c.var.clock())))
  .patch('/:id', noStore, accept(mailRuleChange), async (c) => {
    await updateMailRule(c.var.db, ruleIn(c), c.req.valid('json'), makeContext(c))
    return c.json(await readMailRule(c.var.db, ruleIn(c), c.var.clock()))
  })
  .post('/:id/state', noStore, accept(mailRuleStateChange), async (c) => {
    await setMailRuleState(c.var.db, ruleIn(c), c.req.valid('json'), makeContext(c))
    return c.json(await readMailRule(c.var.db, ruleIn(c), c.var.clock()))
  })
  .post('/:id/revert', noStore, accept(mailRuleRevert), async (c) => {
    await revertMailRule(c.var.db, ruleIn(c), c.req.valid('json'), makeContext(c))
    return c.json(await readMailRule(c.var.db, ruleIn(c), c.var.clock()))
  })
  .post('/:id/dry-run', noStore, accept(dryRunInput), async (c) =>
    c.json(await dryRun(c.var.db, { id: ruleIn(c), ...c.req.valid('json') }, c.var.clock())),
  )
  .delete('/:id', noStore, acceptQuery(deleteQuery), async (c) => {
    await deleteMailRule(c.var.db, ruleIn(c), c.req.valid('query').version, makeContext(c))
    return c.body(null, 204)
  })

/** What one event does differently from the rules about events. */
export const eventMailRuleRoutes = routes('admin')
  .get('/:id/mail-rules', noStore, async (c) =>
    c.json({ items: await listEventMailRules(c.var.db, eventIn(c), c.var.clock()) }),
  )
  .put('/:id/mail-rules', noStore, accept(eventMailRuleChange), async (c) =>
    c.json(await saveEventMailRule(c.var.db, eventIn(c), c.req.valid('json'), makeContext(c))),
  )
  .post('/:id/mail-rules/send-now', noStore, accept(missedRule), async (c) => {
    const ids = { eventId: eventIn(c), ruleId: c.req.valid('json').ruleId }
    return c.json(await sendMissedMails(c.var.db, ids, makeContext(c)))
  })

function ruleIn(c: Context<ApiEnv>): string {
  return idIn(c, NOT_FOUND.workflow)
}
