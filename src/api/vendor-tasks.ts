import type { Context } from 'hono'
import { NOT_FOUND } from '#src/contract/failure.ts'
import { ownTasksQuery, taskAnswerInput } from '#src/contract/task-answer.ts'
import { answerTask, type TaskAssignee } from '#src/domain/event-tasks/answer-task.ts'
import { listAssignedTasks } from '#src/domain/event-tasks/list-assigned-tasks.ts'
import { readOwnTaskFile } from '#src/domain/event-tasks/read-submissions.ts'
import { contactActor } from '#src/domain/vendor-contacts/contact.ts'
import { accept, acceptQuery } from './accept.ts'
import type { ApiEnv } from './context.ts'
import { limitedActions } from './limits.ts'
import { answerFile, idIn, noStore, ownVendor } from './request.ts'
import { routes } from './routes.ts'

type Call = Pick<Context<ApiEnv>, 'var'>

/** Whose tasks a contact sees and answers. */
export const ownTasks = (c: Call): TaskAssignee => ({ type: 'vendor', id: ownVendor(c).vendorId })

/** Counts what a contact hands in, apart from others on the same connection. */
export const limitedAnswers = limitedActions('taskAnswers', async (c) => ownVendor(c).contactId)

/** What a vendor has to do for its events, and what it hands in. (security VT1) */
export const ownTaskRoutes = routes('vendor')
  .get('/', noStore, acceptQuery(ownTasksQuery), async (c) =>
    c.json(await listAssignedTasks(c.var.db, ownTasks(c), c.req.valid('query'), c.var.clock())),
  )
  .post('/:id/answer', noStore, accept(taskAnswerInput), limitedAnswers, async (c) => {
    const { db, address, requestId, clock } = c.var
    const { submissionId, answer: value } = c.req.valid('json')
    const by = contactActor(ownVendor(c).contactId, { address, requestId })
    const task = { taskId: idIn(c, NOT_FOUND.task), assignee: ownTasks(c) }
    return c.json(await answerTask(db, { ...task, submissionId, by, value, now: clock() }))
  })

/** What the contacts of a vendor handed in, always as an attachment. (security VT1, VT3) */
export const ownTaskFileRoutes = routes('vendor').get('/:id', noStore, async (c) =>
  answerFile(c, await readOwnTaskFile(c.var.db, idIn(c, NOT_FOUND.taskFile), ownTasks(c))),
)
