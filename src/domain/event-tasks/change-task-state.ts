import { and, eq } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { eventConfig } from '#db/schema/events.ts'
import { logisticsPeople } from '#db/schema/logistics.ts'
import { vendorContacts } from '#db/schema/partners.ts'
import { eventTasks } from '#db/schema/tasks.ts'
import type { EventTask, EventTaskState, TaskState } from '#src/contract/event-task.ts'
import { Failure } from '#src/contract/failure.ts'
import type { Instant } from '#src/contract/instant.ts'
import { TASK_STATE_REFUSED } from '#src/contract/task-answer.ts'
import type { Changed } from '#src/contract/versioned.ts'
import type { CommandContext } from '../command-context.ts'
import { updateVersioned } from '../library/versioned.ts'
import { issueFormPath } from '../logistics/links.ts'
import { enqueueMail } from '../outbox/enqueue.ts'
import { taskReturned } from '../outbox/templates/task-letters.ts'
import { decideSubmissions } from './answer-task.ts'
import { requireTask, type TaskOf, tasks } from './save-task.ts'

type Act = EventTaskState['act']

/** From which states an act leads to which, and what the audit log calls it. */
const ACTS: Readonly<Record<Act, { from: readonly TaskState[]; to: TaskState; verb: string }>> = {
  done: { from: ['open', 'submitted', 'returned'], to: 'done', verb: 'finish' },
  return: { from: ['submitted'], to: 'returned', verb: 'return' },
  waive: { from: ['open', 'submitted', 'returned'], to: 'waived', verb: 'waive' },
  reopen: { from: ['done', 'waived'], to: 'open', verb: 'reopen' },
}

/**
 * Accepts a task or marks it as done, returns what was handed in with a note that is mailed, waives it with a reason, or asks
 * for it again. Throws `not_found`, and `conflict` for a stale version and for a state that does not allow it.
 */
export async function changeTaskState(
  db: Db,
  at: TaskOf,
  change: EventTaskState,
  { actor, site, now }: CommandContext,
): Promise<Changed<EventTask>> {
  const { from, to, verb } = ACTS[change.act]
  const note = 'note' in change ? change.note : null
  const isOver = to === 'done' || to === 'waived'
  return db.transaction(async (tx) => {
    await tx.select({ id: eventTasks.id }).from(eventTasks).where(eq(eventTasks.id, at.taskId)).for('no key update')
    const task = await requireTask(tx, at)
    const fields = { state: to, note, doneAt: isOver ? new Date(now) : null }
    const { version } = change
    const changed = await updateVersioned(tx, tasks, { id: at.taskId, version, fields, actor, verb })
    if (!from.includes(task.state)) throw new Failure('conflict', TASK_STATE_REFUSED)
    const decision = { decidedBy: actor.id, decidedAt: new Date(now) }
    if (change.act === 'done') await decideSubmissions(tx, at.taskId, { ...decision, state: 'accepted' })
    if (change.act === 'return') {
      const [by] = await decideSubmissions(tx, at.taskId, { ...decision, state: 'returned', note: change.note })
      const to = by === undefined ? undefined : await readSubmitter(tx, by)
      const [event] = await tx.select().from(eventConfig).where(eq(eventConfig.id, at.eventId))
      if (to && event)
        await enqueueMail(tx, {
          to: to.email,
          ...taskReturned(site, { event, task, note: change.note, to, path: await pathFor(tx, at.eventId, to, now) }),
        })
    }
    return changed
  })
}

/** Where the person answers again: the portal, or their own form, if there is one. */
function pathFor(tx: Db, eventId: string, to: Submitter, now: Instant): Promise<string | null> | string {
  return to.isContact ? '/vendor-portal' : issueFormPath(tx, { eventId, address: to.email }, now)
}

type Submitter = { name: string; email: string; isContact: boolean }

/** The person who handed something in, as far as a mail reaches them; undefined for an administrator. */
async function readSubmitter(tx: Db, by: string): Promise<Submitter | undefined> {
  const [kind, id = ''] = by.split(':')
  if (kind === 'contact') {
    const { name, email, state } = vendorContacts
    const isActive = and(eq(vendorContacts.id, id), eq(state, 'active'))
    const [contact] = await tx.select({ name, email }).from(vendorContacts).where(isActive)
    return contact && { ...contact, isContact: true }
  }
  if (kind !== 'logistics') return undefined
  const { name, email } = logisticsPeople
  const [person] = await tx.select({ name, email }).from(logisticsPeople).where(eq(logisticsPeople.id, id))
  return person && { ...person, isContact: false }
}
