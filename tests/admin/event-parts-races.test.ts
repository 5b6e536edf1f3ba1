import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { eventVendors } from '#db/schema/events.ts'
import { vendorLibrary } from '#db/schema/libraries.ts'
import { touchContent } from '#src/domain/site/touch-content.ts'
import { storeEvent } from '#tests/support/api-rows.ts'
import { giveUpOnce, type TestDb, testDb } from '#tests/support/database.ts'
import { historyOf, lineOf, partsApi, storeVendor } from './event-part-api.ts'

const times = <T>(count: number, make: (index: number) => T) => Array.from({ length: count }, (_, index) => make(index))

describe('editors of one event at the same time', () => {
  let opened: TestDb
  let api: Awaited<ReturnType<typeof partsApi>>
  beforeAll(async () => {
    opened = await testDb()
    api = await partsApi(opened.db)
  })
  afterAll(() => opened?.close())

  const withVendors = async (count: number) => {
    const event = await storeEvent(opened.db)
    const library: string[] = []
    for (let index = 0; index < count; index += 1) library.push(await storeVendor(opened.db, `V${index}`))
    if (count > 0) await api.change('POST', `${event}/vendors`, { vendorLibraryIds: library })
    const { items } = await api.list(event, 'vendors')
    return { event, library, ids: items.map(({ id }) => id) }
  }
  const now = async (event: string) => (await api.list(event, 'vendors')).items
  const orders = async (event: string) => (await now(event)).map(({ displayOrder }) => displayOrder)

  test('one vendor added twenty times at once is there once', async () => {
    const { event } = await withVendors(0)
    const vendorLibraryIds = [await storeVendor(opened.db, 'Gauge')]
    const changes = await Promise.all(times(20, () => api.change('POST', `${event}/vendors`, { vendorLibraryIds })))
    expect(lineOf(await now(event))).toBe('1 Gauge')
    expect(changes.filter(({ revision }) => revision !== null)).toHaveLength(1)
    expect(changes.filter(({ item }) => item.alreadyThere.length === 1)).toHaveLength(19)
    expect(await historyOf(opened.db, event)).toHaveLength(1)
  })

  test('different vendors added at once are numbered one after the other', async () => {
    const { event } = await withVendors(2)
    const library = await Promise.all(times(20, (index) => storeVendor(opened.db, `More ${index}`)))
    await Promise.all(library.map((id) => api.change('POST', `${event}/vendors`, { vendorLibraryIds: [id] })))
    expect(await orders(event)).toEqual(times(22, (index) => index + 1))
  })

  test('overlapping choices added at once add each vendor once', async () => {
    const { event } = await withVendors(0)
    const library = await Promise.all(times(6, (index) => storeVendor(opened.db, `Both ${index}`)))
    const choices = times(12, (index) => [...library.slice(index % 6), ...library.slice(0, index % 6)])
    await Promise.all(choices.map((ids) => api.change('POST', `${event}/vendors`, { vendorLibraryIds: ids })))
    expect(await orders(event)).toEqual([1, 2, 3, 4, 5, 6])
  })

  test('a list is reordered or loses an entry, in either order, and never half of each', async () => {
    for (let round = 0; round < 8; round += 1) {
      const { event, ids } = await withVendors(4)
      const [ordered, removed] = await Promise.all([
        api.send('PUT', `${event}/vendors/order`, { ids: ids.toReversed() }),
        api.send('DELETE', `${event}/vendors/${ids[1]}`),
      ])
      expect(removed.status).toBe(200)
      const line = lineOf(await now(event))
      if (ordered.status === 200) expect(line).toBe('1 V3, 2 V2, 3 V0')
      else expect([ordered.status, line]).toEqual([409, '1 V0, 2 V2, 3 V3'])
    }
  })

  test('an entry removed many times at once is removed once', async () => {
    const { event, ids } = await withVendors(3)
    const answers = await Promise.all(times(10, () => api.send('DELETE', `${event}/vendors/${ids[0]}`)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...times(9, () => 404)])
    expect(await orders(event)).toEqual([1, 2])
  })

  test('the same form of the agenda sent many times at once adds one entry', async () => {
    const { event } = await withVendors(0)
    const item = { id: randomUUID(), timeSlot: '9am', title: 'Asset walk', description: '' }
    await Promise.all(times(10, () => api.change('POST', `${event}/agenda`, item)))
    expect(lineOf((await api.list(event, 'agenda')).items)).toBe('1 Asset walk')
  })

  test('of two editors who replace the same day one gets a conflict', async () => {
    const { event } = await withVendors(0)
    const { version } = await api.list(event, 'agenda')
    const day = (title: string) => ({ version, items: [{ timeSlot: '9am', title }] })
    const answers = await Promise.all(times(5, (index) => api.send('PUT', `${event}/agenda`, day(`Editor ${index}`))))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409, 409])
    expect((await api.list(event, 'agenda')).items).toHaveLength(1)
  })

  test('adding a vendor and deleting it from the library never lock each other out', async () => {
    const events = [await withVendors(0), await withVendors(0), await withVendors(0)]
    for (let round = 0; round < 6; round += 1) {
      const gone = await storeVendor(opened.db, `Going ${round}`)
      const adding = events.map(({ event }) => api.send('POST', `${event}/vendors`, { vendorLibraryIds: [gone] }))
      const deleting = opened.db.transaction(async (tx) => {
        await tx.select().from(vendorLibrary).where(eq(vendorLibrary.id, gone)).for('update')
        await touchContent(tx, 'deleted a vendor', { id: 'cli' })
        await tx.delete(eventVendors).where(eq(eventVendors.vendorLibraryId, gone))
        await tx.delete(vendorLibrary).where(eq(vendorLibrary.id, gone))
      })
      const [answers] = await Promise.all([Promise.all(adding), deleting])
      for (const { status } of answers) expect([200, 404]).toContain(status)
      for (const { event } of events) expect(await now(event)).toEqual([])
    }
  })

  test('a vendor that was already there is named once when the database gives the change up and it is run again', async () => {
    const { event, library } = await withVendors(1)
    const vendorLibraryIds = [...library, await storeVendor(opened.db, 'V1')]
    await giveUpOnce(opened.db, 'event_vendors')
    const { item } = await api.change('POST', `${event}/vendors`, { vendorLibraryIds })
    expect(item.alreadyThere).toEqual(['V0'])
    expect(await orders(event)).toEqual([1, 2])
  })
})
