import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { CHOOSE_CHANGE, type EventAgendaPart, GIVE_VERSION } from '#src/contract/event-parts.ts'
import { UNKNOWN_FIELD } from '#src/contract/failure.ts'
import { STALE } from '#src/contract/versioned.ts'
import { problemOf } from '#tests/support/api.ts'
import { storeEvent } from '#tests/support/api-rows.ts'
import { type TestDb, testDb } from '#tests/support/database.ts'
import { revisionOf } from '../site/event-rows.ts'
import { historyOf, lineOf, partsApi, someone } from './event-part-api.ts'

const entry = (title: string) => ({ id: randomUUID(), timeSlot: '8:30am', title, description: 'Bring a photo.' })

describe('the agenda of an event', () => {
  let opened: TestDb
  let api: Awaited<ReturnType<typeof partsApi>>
  beforeAll(async () => {
    opened = await testDb()
    api = await partsApi(opened.db)
  })
  afterAll(() => opened.close())

  const withAgenda = async (...titles: string[]) => {
    const event = await storeEvent(opened.db)
    for (const title of titles) await api.change('POST', `${event}/agenda`, entry(title))
    const { items, version } = await api.list(event, 'agenda')
    return { event, items, version, ids: items.map(({ id }) => id) }
  }
  const now = async (event: string) => (await api.list(event, 'agenda')).items
  const lineNow = async (event: string) => lineOf(await now(event))
  const refused = async (method: string, path: string, body: object) => problemOf(await api.send(method, path, body))
  const first = (items: EventAgendaPart[]) => {
    const [item] = items
    if (!item) throw new Error('The agenda is empty')
    return item
  }

  test('entries are added at the end, and the same form sent twice adds one', async () => {
    const { event } = await withAgenda('Asset walk')
    const more = { ...entry('Criticality'), description: '' }
    const added = await api.change('POST', `${event}/agenda`, more)
    const again = await api.change('POST', `${event}/agenda`, more)
    expect(again.item).toEqual(added.item)
    expect([added.revision, again.revision]).toEqual([await revisionOf(opened.db), null])
    expect(await now(event)).toMatchObject([{ title: 'Asset walk' }, { title: 'Criticality', description: null }])
  })

  test('one that was removed is added again at its place, and hidden if it was, at once', async () => {
    const { event, items, ids } = await withAgenda('Asset walk', 'Criticality', 'Wrap-up')
    const { version: _version, ...second } = items[1] ?? first(items)
    await api.change('DELETE', `${event}/agenda/${ids[1]}`)
    await api.change('POST', `${event}/agenda`, { ...second, isActive: false })
    expect(await lineNow(event)).toBe('1 Asset walk, 2 Criticality (hidden), 3 Wrap-up')
  })

  test('the same form sent again with other text is a conflict, not a repetition', async () => {
    const { event } = await withAgenda()
    const more = entry('Criticality')
    await api.change('POST', `${event}/agenda`, more)
    const problem = await refused('POST', `${event}/agenda`, { ...more, title: 'Corrected' })
    expect(problem).toMatchObject({ status: 409, detail: STALE })
    expect(await lineNow(event)).toBe('1 Criticality')
  })

  test('an id of another event is refused and changes nothing there', async () => {
    const other = await withAgenda('Asset walk')
    const { event } = await withAgenda()
    const problem = await refused('POST', `${event}/agenda`, { ...entry('Taken over'), id: other.ids[0] })
    expect(problem).toMatchObject({ status: 409, detail: 'This entry belongs to another event.' })
    expect(await lineNow(other.event)).toBe('1 Asset walk')
    expect(await lineNow(event)).toBe('')
  })

  test('an agenda holds a hundred entries', async () => {
    const { event, version } = await withAgenda()
    const items = Array.from({ length: 100 }, (_, index) => ({ timeSlot: '9am', title: `Entry ${index}` }))
    await api.change('PUT', `${event}/agenda`, { version, items })
    expect(await refused('POST', `${event}/agenda`, entry('One more'))).toMatchObject({
      status: 400,
      detail: 'An event has at most 100 agenda entries.',
    })
    const replacement = { version, items: [...items, { timeSlot: '9am', title: 'One more' }] }
    expect((await refused('PUT', `${event}/agenda`, replacement)).status).toBe(400)
  })

  test('what is named of an entry changes, and the rest stays', async () => {
    const { event, ids, items } = await withAgenda('Asset walk', 'Criticality')
    const { version } = first(items)
    await api.change('PATCH', `${event}/agenda/${ids[0]}`, { version, title: 'Asset run' })
    expect(first(await now(event))).toMatchObject({ title: 'Asset run', description: 'Bring a photo.', isActive: true })
    await api.change('PATCH', `${event}/agenda/${ids[0]}`, { isActive: false })
    expect(await lineNow(event)).toBe('1 Asset run (hidden), 2 Criticality')
  })

  test('words made from an older version are a conflict, and nothing is lost', async () => {
    const { event, ids, items } = await withAgenda('Asset walk')
    const { version } = first(items)
    await api.change('PATCH', `${event}/agenda/${ids[0]}`, { version, title: 'The first editor' })
    const late = await refused('PATCH', `${event}/agenda/${ids[0]}`, { version, title: 'The second editor' })
    expect(late).toMatchObject({ status: 409, detail: STALE })
    expect(await lineNow(event)).toBe('1 The first editor')
  })

  test('the same words sent twice are no conflict', async () => {
    const { event, ids, items } = await withAgenda('Asset walk')
    const edit = { version: first(items).version, title: 'Asset run' }
    await api.change('PATCH', `${event}/agenda/${ids[0]}`, edit)
    const again = await api.change('PATCH', `${event}/agenda/${ids[0]}`, edit)
    expect(again.revision).toBeNull()
  })

  test('hiding an entry does not conflict with an edit of its text', async () => {
    const { event, ids, items } = await withAgenda('Asset walk')
    await api.change('PATCH', `${event}/agenda/${ids[0]}`, { isActive: false })
    const edit = { version: first(items).version, title: 'Asset run' }
    expect(lineOf((await api.change('PATCH', `${event}/agenda/${ids[0]}`, edit)).item.items)).toBe(
      '1 Asset run (hidden)',
    )
  })

  test('the whole day is replaced: entries with an id are kept, the others are new, the rest goes', async () => {
    const { event, items, ids, version } = await withAgenda('Asset walk', 'Criticality', 'Lunch')
    const kept = { id: ids[2], timeSlot: '12:00pm', title: 'Long lunch' }
    const replacement = { version, items: [{ timeSlot: '8am', title: 'Doors', isActive: false }, kept] }
    const { item, revision } = await api.change('PUT', `${event}/agenda`, replacement)
    expect(lineOf(item.items)).toBe('1 Doors (hidden), 2 Long lunch')
    expect(item.items[1]?.id).toBe(ids[2])
    expect(revision).toBe(await revisionOf(opened.db))
    const [entryOfLog] = await historyOf(opened.db, event)
    expect(entryOfLog).toMatchObject({ action: 'event.agenda.replace', before: { agenda: items } })
  })

  test('a day that changed since it was looked at is not replaced', async () => {
    const { event, version, ids } = await withAgenda('Asset walk')
    await api.change('PATCH', `${event}/agenda/${ids[0]}`, { isActive: false })
    const problem = await refused('PUT', `${event}/agenda`, { version, items: [] })
    expect(problem).toMatchObject({ status: 409, detail: STALE })
    expect(await lineNow(event)).toBe('1 Asset walk (hidden)')
  })

  test('a day is not replaced by entries of another, nor by one named twice', async () => {
    const other = await withAgenda('Asset walk')
    const { event, version, ids } = await withAgenda('Criticality')
    const item = { timeSlot: '9am', title: 'Taken over' }
    for (const named of [[other.ids[0]], [ids[0], ids[0]]]) {
      const items = named.map((id) => ({ ...item, id }))
      expect((await refused('PUT', `${event}/agenda`, { version, items })).status).toBe(409)
    }
    expect(await lineNow(other.event)).toBe('1 Asset walk')
    expect(await lineNow(event)).toBe('1 Criticality')
  })

  test('replacing a day by itself shows visitors nothing new', async () => {
    const { event, version, items } = await withAgenda('Asset walk', 'Criticality')
    const same = items.map(({ id, timeSlot, title, description }) => ({ id, timeSlot, title, description }))
    expect((await api.change('PUT', `${event}/agenda`, { version, items: same })).revision).toBeNull()
    const asNew = same.map(({ id: _id, ...words }) => words)
    expect((await api.change('PUT', `${event}/agenda`, { version, items: asNew })).revision).toBeNull()
  })

  test('entries are ordered and removed like the other lists', async () => {
    const { event, ids } = await withAgenda('Asset walk', 'Criticality', 'Lunch')
    await api.change('PUT', `${event}/agenda/order`, { ids: ids.toReversed() })
    await api.change('DELETE', `${event}/agenda/${ids[1]}`)
    expect(await lineNow(event)).toBe('1 Lunch, 2 Asset walk')
    expect((await refused('PUT', `${event}/agenda/order`, { ids })).status).toBe(409)
  })

  test.each([
    ['no time', { timeSlot: '' }, 'Time is required'],
    ['a long time', { timeSlot: 'x'.repeat(51) }, 'Time must be at most 50 characters'],
    ['no title', { title: '' }, 'Title is required'],
    ['a long title', { title: 'x'.repeat(201) }, 'Title must be at most 200 characters'],
    ['a long description', { description: 'x'.repeat(1001) }, 'Description must be at most 1000 characters'],
  ])('%s is 400 for a new entry and for a changed one', async (_what, fault, sentence) => {
    const { event, ids, items } = await withAgenda('Asset walk')
    const { version } = first(items)
    const created = await refused('POST', `${event}/agenda`, { ...entry('Asset walk'), ...fault })
    expect(created).toMatchObject({ status: 400, detail: sentence })
    const edited = await refused('PATCH', `${event}/agenda/${ids[0]}`, { version, ...fault })
    expect(edited).toMatchObject({ status: 400, detail: sentence })
  })

  test.each([
    ['nothing to change', {}, CHOOSE_CHANGE],
    ['words without a version', { title: 'Asset run' }, GIVE_VERSION],
    ['an unknown field', { isActive: true, displayOrder: 9 }, UNKNOWN_FIELD],
  ])('%s is 400', async (_what, patch, sentence) => {
    const { event, ids } = await withAgenda('Asset walk')
    const problem = await refused('PATCH', `${event}/agenda/${ids[0]}`, patch)
    expect(problem).toMatchObject({ status: 400, detail: sentence })
  })

  test('an event or an entry that there is not is 404', async () => {
    const { event } = await withAgenda()
    const nowhere = `${randomUUID()}/agenda`
    for (const [method, path, body] of [
      ['GET', nowhere],
      ['POST', nowhere, entry('Lunch')],
      ['PUT', nowhere, { version: '', items: [] }],
      ['PUT', `${nowhere}/order`, { ids: [] }],
      ['PATCH', `${nowhere}/${randomUUID()}`, { isActive: true }],
      ['DELETE', `${nowhere}/${randomUUID()}`],
    ] as const) {
      const problem = await problemOf(await api.send(method, path, body))
      expect(problem).toMatchObject({ status: 404, detail: 'Event not found.' })
    }
    const missing = await refused('PATCH', `${event}/agenda/${randomUUID()}`, { isActive: true })
    expect(missing).toMatchObject({ status: 404, detail: 'This agenda entry is not part of the event.' })
  })

  test.each([
    ['nobody', null, 401],
    ['a member', someone(), 403],
    ['a moderator', someone('moderator'), 403],
  ] as const)('%s is turned away from every call', async (_who, viewer, status) => {
    const { event, ids, version } = await withAgenda('Asset walk')
    const outside = await partsApi(opened.db, viewer)
    const answers = [
      await outside.send('GET', `${event}/agenda`),
      await outside.send('POST', `${event}/agenda`, entry('Lunch')),
      await outside.send('PUT', `${event}/agenda`, { version, items: [] }),
      await outside.send('PUT', `${event}/agenda/order`, { ids }),
      await outside.send('PATCH', `${event}/agenda/${ids[0]}`, { isActive: false }),
      await outside.send('DELETE', `${event}/agenda/${ids[0]}`),
    ]
    for (const answer of answers) expect(await problemOf(answer)).toMatchObject({ status })
    expect(await lineNow(event)).toBe('1 Asset walk')
  })
})
