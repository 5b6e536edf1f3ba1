import {
  agendaTemplateChange,
  agendaTemplateCopy,
  agendaTemplateDuplicateQuery,
  newAgendaTemplate,
} from '#src/contract/agenda-template.ts'
import { NOT_FOUND } from '#src/contract/failure.ts'
import { deleteQuery, libraryQuery } from '#src/contract/library.ts'
import {
  findAgendaTemplateDuplicates,
  listAgendaTemplates,
  readAgendaTemplate,
  readAgendaTemplateUses,
} from '#src/domain/agenda-templates/read-agenda-templates.ts'
import {
  copyAgendaTemplate,
  createAgendaTemplate,
  deleteAgendaTemplate,
  updateAgendaTemplate,
} from '#src/domain/agenda-templates/save-agenda-template.ts'
import { accept, acceptQuery } from '../accept.ts'
import { idIn, noStore, readActor } from '../request.ts'
import { routes } from '../routes.ts'

/** Agendas that events are made from. (product 2: library/agenda) */
export const agendaTemplateRoutes = routes('admin')
  .get('/', noStore, acceptQuery(libraryQuery), async (c) =>
    c.json(await listAgendaTemplates(c.var.db, c.req.valid('query'))),
  )
  .get('/duplicates', noStore, acceptQuery(agendaTemplateDuplicateQuery), async (c) =>
    c.json(await findAgendaTemplateDuplicates(c.var.db, c.req.valid('query'))),
  )
  .get('/:id', noStore, async (c) => c.json(await readAgendaTemplate(c.var.db, idIn(c, NOT_FOUND.agendaTemplate))))
  .get('/:id/uses', noStore, async (c) =>
    c.json(await readAgendaTemplateUses(c.var.db, idIn(c, NOT_FOUND.agendaTemplate))),
  )
  .post('/', accept(newAgendaTemplate), async (c) =>
    c.json(await createAgendaTemplate(c.var.db, c.req.valid('json'), readActor(c)), 201),
  )
  .post('/:id/copy', accept(agendaTemplateCopy), async (c) => {
    const { id } = c.req.valid('json')
    return c.json(await copyAgendaTemplate(c.var.db, idIn(c, NOT_FOUND.agendaTemplate), id, readActor(c)), 201)
  })
  .patch('/:id', accept(agendaTemplateChange), async (c) =>
    c.json(await updateAgendaTemplate(c.var.db, idIn(c, NOT_FOUND.agendaTemplate), c.req.valid('json'), readActor(c))),
  )
  .delete('/:id', acceptQuery(deleteQuery), async (c) =>
    c.json(
      await deleteAgendaTemplate(
        c.var.db,
        idIn(c, NOT_FOUND.agendaTemplate),
        c.req.valid('query').version,
        readActor(c),
      ),
    ),
  )
