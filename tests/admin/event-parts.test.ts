import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { STALE } from '#src/contract/versioned.ts'
import { problemOf } from '#tests/support/api.ts'
import { storeEvent } from '#tests/support/api-rows.ts'
import { type TestDb, testDb } from '#tests/support/database.ts'
import { revisionOf, wishes } from '../site/event-rows.ts'
import { ADMIN_ID, historyOf, lineOf, partsApi, someone, storePerson, storeVendor } from './event-part-api.ts'

const KINDS = [
  { kind: 'vendors', field: 'vendorLibraryIds', store: storeVendor, noun: 'vendor', nouns: 'vendors' },
  { kind: 'team', field: 'teamLibraryIds', store: storePerson, noun: 'team member', nouns: 'team members' },
] as const

describe('the lists of an event', () => {
  let opened: TestDb
  let api: Awaited<ReturnType<typeof partsApi>>
  beforeAll(async () => {
    opened = await testDb()
    api = await partsApi(opened.db)
  })
  afterAll(() => opened.close())

  describe.each(KINDS)('$kind', ({ kind, field, store, noun, nouns }) => {
    /** A published event with as many entries as names, and the ids of the library behind them. */
    const withParts = async (names: string[], changes: Parameters<typeof storeEvent>[1] = {}) => {
      const event = await storeEvent(opened.db, changes)
      const library: string[] = []
      for (const name of names) library.push(await store(opened.db, name))
      if (names.length > 0) await api.change('POST', `${event}/${kind}`, { [field]: library })
      const { items } = await api.list(event, kind)
      return { event, library, items, ids: items.map(({ id }) => id) }
    }
    const lineNow = async (event: string) => lineOf((await api.list(event, kind)).items)

    test('many are added in the order given, numbered from 1, and one more goes to the end', async () => {
      const { event } = await withParts(['Gauge', 'Bolt'])
      const { item } = await api.change('POST', `${event}/${kind}`, { [field]: [await store(opened.db, 'Axle')] })
      expect(lineOf(item.items)).toBe('1 Gauge, 2 Bolt, 3 Axle')
      expect(item.alreadyThere).toEqual([])
      expect(item.event).toMatchObject({ id: event, isPublished: true, eventName: 'Tulsa Reliability Workshop' })
    })

    test('one that was removed is added again at its place, and hidden if it was, at once', async () => {
      const { event, library, ids } = await withParts(['Gauge', 'Bolt', 'Axle'])
      await api.change('DELETE', `${event}/${kind}/${ids[1]}`)
      const { revision } = await api.change('POST', `${event}/${kind}`, {
        [field]: [library[1]],
        isActive: false,
        displayOrder: 2,
      })
      expect(await lineNow(event)).toBe('1 Gauge, 2 Bolt (hidden), 3 Axle')
      expect(revision).toBeNull()
      await api.change('POST', `${event}/${kind}`, { [field]: [await store(opened.db, 'Crane')], displayOrder: 100 })
      expect(await lineNow(event)).toBe('1 Gauge, 2 Bolt (hidden), 3 Axle, 4 Crane')
    })

    test('those already there are left as they are and named', async () => {
      const { event, library, ids } = await withParts(['Gauge', 'Bolt'])
      await api.change('PATCH', `${event}/${kind}/${ids[1]}`, { isActive: false })
      const added = [library[1], await store(opened.db, 'Axle'), library[1]]
      const { item } = await api.change('POST', `${event}/${kind}`, { [field]: added })
      expect(item.alreadyThere).toEqual(['Bolt'])
      expect(lineOf(item.items)).toBe('1 Gauge, 2 Bolt (hidden), 3 Axle')
    })

    test('adding twice is adding once: no second entry, no second revision, nothing in the log', async () => {
      const { event, library } = await withParts(['Gauge'])
      const before = await revisionOf(opened.db)
      const { item, revision } = await api.change('POST', `${event}/${kind}`, { [field]: library })
      expect(lineOf(item.items)).toBe('1 Gauge')
      expect(revision).toBeNull()
      expect(await revisionOf(opened.db)).toBe(before)
      expect(await historyOf(opened.db, event)).toHaveLength(1)
    })

    test('an entry the library does not have adds none of them', async () => {
      const { event } = await withParts(['Gauge'])
      const body = { [field]: [await store(opened.db, 'Axle'), randomUUID()] }
      const problem = await problemOf(await api.send('POST', `${event}/${kind}`, body))
      expect(problem).toMatchObject({ status: 404, detail: `${noun[0]?.toUpperCase()}${noun.slice(1)} not found.` })
      expect(await lineNow(event)).toBe('1 Gauge')
    })

    test('a list holds a hundred, and no more', async () => {
      const { event } = await withParts(Array.from({ length: 100 }, (_, index) => `Number ${index}`))
      const body = { [field]: [await store(opened.db, 'One more')] }
      const problem = await problemOf(await api.send('POST', `${event}/${kind}`, body))
      expect(problem).toMatchObject({ status: 400, detail: `An event has at most 100 ${nouns}.` })
      expect((await api.list(event, kind)).items).toHaveLength(100)
    })

    test('the order is the one that is sent', async () => {
      const { event, ids } = await withParts(['Gauge', 'Bolt', 'Axle'])
      const { item } = await api.change('PUT', `${event}/${kind}/order`, { ids: [ids[2], ids[0], ids[1]] })
      expect(lineOf(item.items)).toBe('1 Axle, 2 Gauge, 3 Bolt')
    })

    test.each([
      ['one is missing', ([first]: string[]) => [first]],
      ['one is unknown', ([first]: string[]) => [first, randomUUID()]],
      ['one is named twice', ([first]: string[]) => [first, first]],
      ['there is one too many', ([first, second]: string[]) => [first, second, second]],
    ])('an order where %s is a conflict', async (_what, order) => {
      const { event, ids } = await withParts(['Gauge', 'Bolt'])
      const problem = await problemOf(await api.send('PUT', `${event}/${kind}/order`, { ids: order(ids) }))
      expect(problem).toMatchObject({ status: 409, detail: STALE })
      expect(await lineNow(event)).toBe('1 Gauge, 2 Bolt')
    })

    test('one is hidden and keeps its place, and is shown again', async () => {
      const { event, ids } = await withParts(['Gauge', 'Bolt'])
      const { item } = await api.change('PATCH', `${event}/${kind}/${ids[0]}`, { isActive: false })
      expect(lineOf(item.items)).toBe('1 Gauge (hidden), 2 Bolt')
      await api.change('PATCH', `${event}/${kind}/${ids[0]}`, { isActive: true })
      expect(await lineNow(event)).toBe('1 Gauge, 2 Bolt')
    })

    test('removing closes the gap and leaves the library alone', async () => {
      const { event, library, ids } = await withParts(['Gauge', 'Bolt', 'Axle'])
      const { item } = await api.change('DELETE', `${event}/${kind}/${ids[0]}`)
      expect(lineOf(item.items)).toBe('1 Bolt, 2 Axle')
      await api.change('POST', `${event}/${kind}`, { [field]: [library[0]] })
      expect(await lineNow(event)).toBe('1 Bolt, 2 Axle, 3 Gauge')
    })

    test('an entry that is already there is not added twice, and one that is gone is not found', async () => {
      const { event, ids } = await withParts(['Gauge'])
      await api.change('DELETE', `${event}/${kind}/${ids[0]}`)
      for (const [method, body] of [['DELETE'], ['PATCH', { isActive: true }]] as const) {
        const problem = await problemOf(await api.send(method, `${event}/${kind}/${ids[0]}`, body))
        expect(problem).toMatchObject({ status: 404, detail: `This ${noun} is not part of the event.` })
      }
    })

    test('an entry of another event is out of reach', async () => {
      const one = await withParts(['Gauge'])
      const other = await withParts(['Bolt'])
      expect((await api.send('DELETE', `${one.event}/${kind}/${other.ids[0]}`)).status).toBe(404)
      expect((await api.send('PATCH', `${one.event}/${kind}/${other.ids[0]}`, { isActive: false })).status).toBe(404)
      expect((await api.send('PUT', `${one.event}/${kind}/order`, { ids: other.ids })).status).toBe(409)
      expect(await lineNow(other.event)).toBe('1 Bolt')
    })

    test('each change is in the history of the event with the list before and after', async () => {
      const { event, ids } = await withParts(['Gauge', 'Bolt'])
      await api.change('PUT', `${event}/${kind}/order`, { ids: ids.toReversed() })
      await api.change('PATCH', `${event}/${kind}/${ids[0]}`, { isActive: false })
      await api.change('PATCH', `${event}/${kind}/${ids[0]}`, { isActive: true })
      await api.change('DELETE', `${event}/${kind}/${ids[0]}`)
      const history = await historyOf(opened.db, event)
      const verbs = ['remove', 'activate', 'deactivate', 'order', 'add']
      expect(history.map(({ action }) => action)).toEqual(verbs.map((verb) => `event.${kind}.${verb}`))
      expect(history.every(({ subjectType, actor }) => subjectType === 'event' && actor === ADMIN_ID)).toBe(true)
      expect(history[0]).toMatchObject({
        before: { [kind]: [{}, { id: ids[0] }] },
        after: { [kind]: [{ id: ids[1] }] },
      })
      expect(history.at(-1)).toMatchObject({ before: { [kind]: [] }, after: { [kind]: [{ displayOrder: 1 }, {}] } })
    })

    test('what visitors of a published event see bumps the content and asks for a build', async () => {
      const { event, ids } = await withParts(['Gauge', 'Bolt'], { eventSlug: `seen-${kind}` })
      const [revision, asked] = [await revisionOf(opened.db), api.builds.asked]
      const changed = await api.change('PUT', `${event}/${kind}/order`, { ids: ids.toReversed() })
      expect(changed.revision).toBe(revision + 1)
      expect(await revisionOf(opened.db)).toBe(revision + 1)
      expect(await wishes(opened.db)).toContain(`${revision + 1} queued reordered the ${kind} of seen-${kind}`)
      await api.change('PATCH', `${event}/${kind}/${ids[0]}`, { isActive: false })
      await api.change('DELETE', `${event}/${kind}/${ids[1]}`)
      expect(await revisionOf(opened.db)).toBe(revision + 3)
      expect(api.builds.asked).toBe(asked + 3)
    })

    test('hidden content queues none: a draft, and a hidden entry', async () => {
      const draft = await withParts(['Gauge', 'Bolt'], { isPublished: false })
      const shown = await withParts(['Gauge', 'Bolt'])
      await api.change('PATCH', `${shown.event}/${kind}/${shown.ids[0]}`, { isActive: false })
      const [revision, asked] = [await revisionOf(opened.db), api.builds.asked]
      const changes = [
        await api.change('PUT', `${draft.event}/${kind}/order`, { ids: draft.ids.toReversed() }),
        await api.change('DELETE', `${draft.event}/${kind}/${draft.ids[0]}`),
        await api.change('PUT', `${shown.event}/${kind}/order`, { ids: shown.ids.toReversed() }),
        await api.change('DELETE', `${shown.event}/${kind}/${shown.ids[0]}`),
      ]
      expect(changes.map((change) => change.revision)).toEqual([null, null, null, null])
      expect(await revisionOf(opened.db)).toBe(revision)
      expect(api.builds.asked).toBe(asked)
      expect(await historyOf(opened.db, draft.event)).toHaveLength(3)
    })

    test.each([
      ['no ids', {}],
      ['an empty choice', { [field]: [] }],
      ['no id at all', { [field]: ['gauge'] }],
      ['more than a hundred', { [field]: Array.from({ length: 101 }, () => randomUUID()) }],
      ['an unknown field', { [field]: [randomUUID()], place: 7 }],
    ])('%s is 400', async (_what, body) => {
      const { event } = await withParts([])
      expect(await problemOf(await api.send('POST', `${event}/${kind}`, body))).toMatchObject({ status: 400 })
    })

    test.each([randomUUID(), 'tulsa'])('an event %s that there is not is 404 to every call', async (event) => {
      const part = `${event}/${kind}/${randomUUID()}`
      const answers = [
        await api.send('GET', `${event}/${kind}`),
        await api.send('POST', `${event}/${kind}`, { [field]: [randomUUID()] }),
        await api.send('PUT', `${event}/${kind}/order`, { ids: [] }),
        await api.send('PATCH', part, { isActive: true }),
        await api.send('DELETE', part),
      ]
      for (const answer of answers) {
        expect(await problemOf(answer)).toMatchObject({ status: 404, detail: 'Event not found.' })
      }
    })

    test.each([
      ['nobody', null, 401],
      ['a member', someone(), 403],
      ['a moderator', someone('moderator'), 403],
    ] as const)('%s is turned away from every call', async (_who, viewer, status) => {
      const { event, ids } = await withParts(['Gauge'])
      const outside = await partsApi(opened.db, viewer)
      const answers = [
        await outside.send('GET', `${event}/${kind}`),
        await outside.send('POST', `${event}/${kind}`, { [field]: [randomUUID()] }),
        await outside.send('PUT', `${event}/${kind}/order`, { ids }),
        await outside.send('PATCH', `${event}/${kind}/${ids[0]}`, { isActive: false }),
        await outside.send('DELETE', `${event}/${kind}/${ids[0]}`),
      ]
      for (const answer of answers) expect(await problemOf(answer)).toMatchObject({ status })
      expect(await lineNow(event)).toBe('1 Gauge')
    })
  })
})
