import type { Db } from '#db/client.ts'
import { auditPending } from '#db/schema/site.ts'
import { redact } from './redact.ts'

/** Who does something: a person’s id, `cli`, `schedule` or `system`; with the caller's address and request when there is one. */
export type Actor = { id: string; address?: string; requestId?: string }

type Entry = {
  /** What was done, in the words of the command: `event.publish`. */
  action: string
  subjectType: string
  subjectId: string
  /** The row before; absent for something new. */
  before?: object
  /** The row after; absent for something deleted. */
  after?: object
}

/**
 * Writes down one change, in the transaction that makes it, so that there is never one without the other. It stands in
 * `audit_log`, chained to the entry before it, once the transaction is committed. Secrets are masked. (architecture 7,
 * decision 0017)
 */
export async function recordAudit(tx: Db, actor: Actor, entry: Entry): Promise<void> {
  const { id, address, requestId } = actor
  const { before, after } = entry
  await tx.insert(auditPending).values({
    ...entry,
    actor: id,
    address,
    requestId,
    ...(before && { before: redact(before) }),
    ...(after && { after: redact(after) }),
  })
}
