import { NOT_FOUND } from '#src/contract/failure.ts'
import { deleteQuery, libraryQuery } from '#src/contract/library.ts'
import { newTaskTemplate, taskTemplateChange, taskTemplateDuplicateQuery } from '#src/contract/task-template.ts'
import {
  findTaskTemplateDuplicates,
  listTaskTemplates,
  readTaskTemplate,
  readTaskTemplateUses,
} from '#src/domain/task-templates/read-task-templates.ts'
import {
  createTaskTemplate,
  deleteTaskTemplate,
  updateTaskTemplate,
} from '#src/domain/task-templates/save-task-template.ts'
import { accept, acceptQuery } from '../accept.ts'
import { idIn, noStore, readActor } from '../request.ts'
import { routes } from '../routes.ts'

type Params = Parameters<typeof idIn>[0]
const templateIn = (c: Params) => idIn(c, NOT_FOUND.taskTemplate)

/** Tasks that events are given for each vendor or person of the team. (product 2: library/tasks) */
export const taskTemplateRoutes = routes('admin')
  .get('/', noStore, acceptQuery(libraryQuery), async (c) =>
    c.json(await listTaskTemplates(c.var.db, c.req.valid('query'))),
  )
  .get('/duplicates', noStore, acceptQuery(taskTemplateDuplicateQuery), async (c) =>
    c.json(await findTaskTemplateDuplicates(c.var.db, c.req.valid('query'))),
  )
  .get('/:id', noStore, async (c) => c.json(await readTaskTemplate(c.var.db, templateIn(c))))
  .get('/:id/uses', noStore, async (c) => c.json(await readTaskTemplateUses(c.var.db, templateIn(c))))
  .post('/', accept(newTaskTemplate), async (c) =>
    c.json(await createTaskTemplate(c.var.db, c.req.valid('json'), readActor(c)), 201),
  )
  .patch('/:id', accept(taskTemplateChange), async (c) =>
    c.json(await updateTaskTemplate(c.var.db, templateIn(c), c.req.valid('json'), readActor(c))),
  )
  .delete('/:id', acceptQuery(deleteQuery), async (c) =>
    c.json(await deleteTaskTemplate(c.var.db, templateIn(c), c.req.valid('query').version, readActor(c))),
  )
