import type { Context } from 'hono'
import {
  changeItemInput,
  changeSetChange,
  changeSetQuery,
  newChangeItem,
  newChangeSet,
  publishInput,
  replaceInput,
  resolveInput,
  scheduleInput,
  setStep,
  subjectQuery,
} from '#src/contract/change-set-input.ts'
import { shareLinkInput } from '#src/contract/event-preview.ts'
import { NOT_FOUND } from '#src/contract/failure.ts'
import { deleteQuery } from '#src/contract/library.ts'
import { checkSet } from '#src/domain/change-sets/check-set.ts'
import {
  addItem,
  createSet,
  deleteSet,
  removeItem,
  renameSet,
  resolveItem,
  saveItem,
} from '#src/domain/change-sets/edit-set.ts'
import { notePresence } from '#src/domain/change-sets/presence.ts'
import { publishSet } from '#src/domain/change-sets/publish-set.ts'
import { listChangeSets, readChangeSet } from '#src/domain/change-sets/read-change-sets.ts'
import { replaceEverywhere } from '#src/domain/change-sets/replace-everywhere.ts'
import { approveSet, askForReview } from '#src/domain/change-sets/review-set.ts'
import { scheduleSet, unscheduleSet } from '#src/domain/change-sets/schedule-set.ts'
import { createSetLink, listSetLinks, revokeSetLink } from '#src/domain/change-sets/set-preview.ts'
import { findSubjects } from '#src/domain/change-sets/subjects.ts'
import { checkContent } from '#src/domain/content-checks/check-content.ts'
import { accept, acceptQuery } from '../accept.ts'
import type { ApiEnv } from '../context.ts'
import { idIn, makeContext, noStore, readActor, withRebuild } from '../request.ts'
import { routes } from '../routes.ts'

/** Change sets: their list, their records, and the way to the site. (product 2: content-studio) */
export const changeSetRoutes = routes('admin')
  .get('/', noStore, acceptQuery(changeSetQuery), async (c) =>
    c.json(await listChangeSets(c.var.db, c.req.valid('query'))),
  )
  .get('/subjects', noStore, acceptQuery(subjectQuery), async (c) =>
    c.json(await findSubjects(c.var.db, c.req.valid('query'), c.var.clock())),
  )
  .post('/', accept(newChangeSet), async (c) =>
    c.json(await createSet(c.var.db, c.req.valid('json'), readActor(c)), 201),
  )
  .post('/replacements', accept(replaceInput), async (c) => {
    const by = { actor: readActor(c), rules: rulesOf(c), now: c.var.clock() }
    return c.json(await replaceEverywhere(c.var.db, c.req.valid('json'), by), 201)
  })
  .get('/:id', noStore, async (c) => {
    const reader = { viewerId: readActor(c).id, now: c.var.clock() }
    return c.json(await readChangeSet(c.var.db, setIn(c), reader))
  })
  .patch('/:id', accept(changeSetChange), async (c) =>
    c.json(await renameSet(c.var.db, setIn(c), c.req.valid('json'), readActor(c))),
  )
  .delete('/:id', acceptQuery(deleteQuery), async (c) => {
    await deleteSet(c.var.db, setIn(c), c.req.valid('query').version, readActor(c))
    return c.body(null, 204)
  })
  .post('/:id/presence', noStore, async (c) => {
    const person = { userId: readActor(c).id, now: c.var.clock() }
    return c.json(await notePresence(c.var.db, setIn(c), person))
  })

/** What a set changes of each record. */
export const changeItemRoutes = routes('admin')
  .post('/:id/items', accept(newChangeItem), async (c) =>
    c.json(await addItem(c.var.db, setIn(c), c.req.valid('json'), readActor(c)), 201),
  )
  .put('/:id/items/:itemId', accept(changeItemInput), async (c) => {
    const by = { actor: readActor(c), rules: rulesOf(c) }
    return c.json(await saveItem(c.var.db, itemIn(c), c.req.valid('json'), by))
  })
  .post('/:id/items/:itemId/resolve', accept(resolveInput), async (c) => {
    await resolveItem(c.var.db, itemIn(c), c.req.valid('json'), readActor(c))
    return c.body(null, 204)
  })
  .delete('/:id/items/:itemId', acceptQuery(deleteQuery), async (c) => {
    await removeItem(c.var.db, itemIn(c), c.req.valid('query').version, readActor(c))
    return c.body(null, 204)
  })

/** Review, schedule and publication of a set, and the links that show it before. */
export const changeSetStepRoutes = routes('admin')
  .post('/:id/review', accept(setStep), async (c) => {
    await askForReview(c.var.db, setIn(c), c.req.valid('json').version, readActor(c))
    return c.body(null, 204)
  })
  .post('/:id/approve', accept(setStep), async (c) => {
    const by = { actor: readActor(c), now: c.var.clock() }
    await approveSet(c.var.db, setIn(c), c.req.valid('json').version, by)
    return c.body(null, 204)
  })
  .post('/:id/checks', noStore, async (c) => c.json(await checkSet(c.var.db, setIn(c), checkingOf(c))))
  .post('/:id/publish', noStore, accept(publishInput), async (c) => {
    const publishing = { ...checkingOf(c), actor: readActor(c), rules: rulesOf(c) }
    return c.json(await withRebuild(c, publishSet(c.var.db, setIn(c), c.req.valid('json'), publishing)))
  })
  .post('/:id/schedule', accept(scheduleInput), async (c) => {
    const by = { ...checkingOf(c), actor: readActor(c) }
    await scheduleSet(c.var.db, setIn(c), c.req.valid('json'), by)
    return c.body(null, 204)
  })
  .post('/:id/unschedule', accept(setStep), async (c) => {
    await unscheduleSet(c.var.db, setIn(c), c.req.valid('json').version, readActor(c))
    return c.body(null, 204)
  })
  .get('/:id/share-links', noStore, async (c) => c.json(await listSetLinks(c.var.db, setIn(c), c.var.clock())))
  .post('/:id/share-links', noStore, accept(shareLinkInput), async (c) =>
    c.json(await createSetLink(c.var.db, setIn(c), c.req.valid('json'), makeContext(c)), 201),
  )
  .delete('/:id/share-links/:linkId', noStore, async (c) => {
    const ids = { subjectId: setIn(c), linkId: idIn(c, NOT_FOUND.link, 'linkId') }
    await revokeSetLink(c.var.db, ids, makeContext(c))
    return c.body(null, 204)
  })

const setIn = (c: Context<ApiEnv>) => idIn(c, NOT_FOUND.changeSet)
const itemIn = (c: Context<ApiEnv>) => ({ setId: setIn(c), itemId: idIn(c, NOT_FOUND.changeItem, 'itemId') })
const checkingOf = (c: Context<ApiEnv>) => ({ check: checkContent, siteUrl: c.var.env.siteUrl, now: c.var.clock() })
const rulesOf = (c: Context<ApiEnv>) => ({ registrationOrigin: c.var.registrationOrigin })
