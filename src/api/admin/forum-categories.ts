import { categoryChange, categoryOrder, newCategory, topicSearch } from '#src/contract/forum-moderation.ts'
import { deleteQuery } from '#src/contract/library.ts'
import { changeCategory, createCategory, deleteCategory } from '#src/domain/forum-moderation/categories.ts'
import { findEventRooms, listAdminCategories, orderCategories } from '#src/domain/forum-moderation/list-categories.ts'
import { accept, acceptQuery } from '../accept.ts'
import { routes } from '../routes.ts'
import { actorOf, idIn, noStore } from './parts.ts'

const MISSING = 'Category not found.'

/** What the forum's topics are sorted into. (forum 8) */
export const forumCategoryRoutes = routes('moderator')
  .get('/categories', noStore, async (c) => c.json({ items: await listAdminCategories(c.var.db) }))
  .get('/events', noStore, acceptQuery(topicSearch), async (c) =>
    c.json({ items: await findEventRooms(c.var.db, c.req.valid('query').q) }),
  )
  .post('/categories', noStore, accept(newCategory), async (c) =>
    c.json(await createCategory(c.var.db, c.req.valid('json'), actorOf(c)), 201),
  )
  .put('/categories/order', noStore, accept(categoryOrder), async (c) =>
    c.json({ items: await orderCategories(c.var.db, c.req.valid('json').ids, actorOf(c)) }),
  )
  .patch('/categories/:id', noStore, accept(categoryChange), async (c) =>
    c.json(await changeCategory(c.var.db, idIn(c, MISSING), c.req.valid('json'), actorOf(c))),
  )
  .delete('/categories/:id', acceptQuery(deleteQuery), async (c) =>
    c.json(await deleteCategory(c.var.db, idIn(c, MISSING), c.req.valid('query').version, actorOf(c))),
  )
