import { eventTaskChange, eventTaskState, newEventTask } from '#src/contract/event-task.ts'
import { NOT_FOUND } from '#src/contract/failure.ts'
import { deleteQuery } from '#src/contract/library.ts'
import { readEventTasks } from '#src/domain/event-tasks/read-tasks.ts'
import { createTask, deleteTask, setTaskState, updateTask } from '#src/domain/event-tasks/save-task.ts'
import { accept, acceptQuery } from '../accept.ts'
import { eventIn, idIn, makeContext, noStore, readActor } from '../request.ts'
import { routes } from '../routes.ts'

type Params = Parameters<typeof eventIn>[0]
const taskIn = (c: Params) => ({ eventId: eventIn(c), taskId: idIn(c, NOT_FOUND.task, 'taskId') })

/** What the team and the vendors of one event have to do. (product 2: timeline) */
export const eventTaskRoutes = routes('admin')
  .get('/:id/tasks', noStore, async (c) => c.json(await readEventTasks(c.var.db, eventIn(c))))
  .post('/:id/tasks', noStore, accept(newEventTask), async (c) =>
    c.json(await createTask(c.var.db, eventIn(c), c.req.valid('json'), readActor(c)), 201),
  )
  .patch('/:id/tasks/:taskId', noStore, accept(eventTaskChange), async (c) =>
    c.json(await updateTask(c.var.db, taskIn(c), c.req.valid('json'), readActor(c))),
  )
  .post('/:id/tasks/:taskId/state', noStore, accept(eventTaskState), async (c) =>
    c.json(await setTaskState(c.var.db, taskIn(c), c.req.valid('json'), makeContext(c))),
  )
  .delete('/:id/tasks/:taskId', noStore, acceptQuery(deleteQuery), async (c) =>
    c.json(await deleteTask(c.var.db, taskIn(c), c.req.valid('query').version, readActor(c))),
  )
