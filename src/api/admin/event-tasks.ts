import { eventTaskChange, eventTaskState, newEventTask, tasksFromTemplates } from '#src/contract/event-task.ts'
import { NOT_FOUND } from '#src/contract/failure.ts'
import { deleteQuery } from '#src/contract/library.ts'
import { eventTasksQuery, vendorNudgeInput, vendorTasksExport, vendorTasksQuery } from '#src/contract/task-answer.ts'
import { changeTaskState } from '#src/domain/event-tasks/change-task-state.ts'
import { giveTasks } from '#src/domain/event-tasks/give-tasks.ts'
import { listVendorTasks, vendorTaskCsv } from '#src/domain/event-tasks/list-vendor-tasks.ts'
import { nudgeVendor } from '#src/domain/event-tasks/nudge-vendor.ts'
import { readTaskDetail, readTaskFile } from '#src/domain/event-tasks/read-submissions.ts'
import { pageEventTasks, readAssignees } from '#src/domain/event-tasks/read-tasks.ts'
import { createTask, deleteTask, updateTask } from '#src/domain/event-tasks/save-task.ts'
import { accept, acceptQuery } from '../accept.ts'
import { answerFile, eventIn, idIn, makeContext, noStore, readActor, toStream } from '../request.ts'
import { routes } from '../routes.ts'

type Params = Parameters<typeof eventIn>[0]
const taskIn = (c: Params) => ({ eventId: eventIn(c), taskId: idIn(c, NOT_FOUND.task, 'taskId') })

/** What the team and the vendors of one event have to do. (product 2: timeline) */
export const eventTaskRoutes = routes('admin')
  .get('/:id/tasks', noStore, acceptQuery(eventTasksQuery), async (c) =>
    c.json(await pageEventTasks(c.var.db, eventIn(c), c.req.valid('query'))),
  )
  .get('/:id/tasks/assignees', noStore, async (c) => c.json(await readAssignees(c.var.db, eventIn(c))))
  .get('/:id/tasks/:taskId', noStore, async (c) => c.json(await readTaskDetail(c.var.db, taskIn(c))))
  .post('/:id/tasks', noStore, accept(newEventTask), async (c) =>
    c.json(await createTask(c.var.db, eventIn(c), c.req.valid('json'), readActor(c)), 201),
  )
  .post('/:id/tasks/from-templates', noStore, accept(tasksFromTemplates), async (c) =>
    c.json(await giveTasks(c.var.db, eventIn(c), c.req.valid('json').templateIds, readActor(c))),
  )
  .patch('/:id/tasks/:taskId', noStore, accept(eventTaskChange), async (c) =>
    c.json(await updateTask(c.var.db, taskIn(c), c.req.valid('json'), readActor(c))),
  )
  .post('/:id/tasks/:taskId/state', noStore, accept(eventTaskState), async (c) =>
    c.json(await changeTaskState(c.var.db, taskIn(c), c.req.valid('json'), makeContext(c))),
  )
  .delete('/:id/tasks/:taskId', noStore, acceptQuery(deleteQuery), async (c) =>
    c.json(await deleteTask(c.var.db, taskIn(c), c.req.valid('query').version, readActor(c))),
  )

/** The tasks of all vendors: what is missing, and what waits for a decision. */
export const vendorTaskRoutes = routes('admin')
  .post('/nudge', noStore, accept(vendorNudgeInput), async (c) =>
    c.json(await nudgeVendor(c.var.db, c.req.valid('json').vendorId, makeContext(c)), 201),
  )
  .get('/', noStore, acceptQuery(vendorTasksQuery), async (c) =>
    c.json(await listVendorTasks(c.var.db, c.req.valid('query'), c.var.clock())),
  )
  .get('/export.csv', noStore, acceptQuery(vendorTasksExport), async (c) => {
    const now = c.var.clock()
    const filter = c.req.valid('query')
    const lines = await toStream(vendorTaskCsv(c.var.db, filter, now))
    return c.body(lines, 200, {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': `attachment; filename="vendor-tasks-${filter.state}-${new Date(now).toISOString().slice(0, 10)}.csv"`,
    })
  })

/** What was handed in as a file, always as an attachment. (security VT3) */
export const taskFileRoutes = routes('admin').get('/:id', noStore, async (c) =>
  answerFile(c, await readTaskFile(c.var.db, idIn(c, NOT_FOUND.taskFile))),
)
