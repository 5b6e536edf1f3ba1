import type { Db } from '#db/client.ts'
import { auditLog } from '#db/schema/site.ts'

/** Who does something: a person's id, `cli` or `schedule`; with the caller's address and request when there is one. */
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

/** Writes down one change, in the transaction that makes it, so that there is never one without the other. (design 7) */
export async function recordAudit(tx: Db, actor: Actor, entry: Entry): Promise<void> {
  const { id, address, requestId } = actor
  await tx.insert(auditLog).values({ actor: id, address, requestId, ...entry })
}
