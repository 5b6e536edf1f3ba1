import { randomUUID } from 'node:crypto'
import { desc } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { siteBuilds } from '#db/schema/site.ts'
import { UNKNOWN_FIELD } from '#src/contract/failure.ts'
import { STALE } from '#src/contract/versioned.ts'
import { problemOf } from '#tests/support/api.ts'
import { type TestDb, testDb } from '#tests/support/database.ts'
import { ADMIN_ID, anEvent, auditOf, LIBRARIES, libraryApi, make, someone } from './library-api.ts'

const MISSING = '00000000-0000-4000-8000-000000000000'

let opened: TestDb
let api: Awaited<ReturnType<typeof libraryApi>>
beforeAll(async () => {
  opened = await testDb()
  api = await libraryApi(opened.db)
})
afterAll(() => opened.close())

const lastBuild = async () => (await opened.db.select().from(siteBuilds).orderBy(desc(siteBuilds.revision)).limit(1))[0]

describe.each(LIBRARIES)('the library of $path', (library) => {
  const { path, subject, name, fields, missing } = library
  const calls: [string, string, object | undefined][] = [
    ['GET', path, undefined],
    ['GET', `${path}/duplicates?name=x`, undefined],
    ['GET', `${path}/${MISSING}`, undefined],
    ['GET', `${path}/${MISSING}/uses`, undefined],
    ['POST', path, { id: MISSING, ...fields('Nobody made this') }],
    ['PATCH', `${path}/${MISSING}`, { version: 1, ...fields('Nobody made this') }],
    ['DELETE', `${path}/${MISSING}?version=1`, undefined],
  ]

  test.each([
    ['nobody', null, 401],
    ['a member', someone(), 403],
    ['a moderator', someone('moderator'), 403],
  ] as const)('is closed to %s', async (_who, as, status) => {
    const closed = await libraryApi(opened.db, as)
    for (const [method, at, body] of calls) expect((await closed.send(method, at, body)).status, at).toBe(status)
  })

  test('gives answers that no cache keeps', async () => {
    for (const at of [path, `${path}/duplicates?name=x`])
      expect((await api.send('GET', at)).headers.get('Cache-Control')).toBe('no-store')
  })

  test('says what is missing', async () => {
    for (const [method, at, body] of calls.filter(
      ([how, at]) => at.includes(MISSING) && !at.includes('/uses') && how !== 'POST',
    )) {
      const problem = await problemOf(await api.send(method, at, body))
      expect(problem).toMatchObject({ status: 404, detail: missing })
    }
    expect((await api.send('GET', `${path}/no-id`)).status).toBe(404)
  })

  test('refuses what does not fit, field by field', async () => {
    const good = { id: randomUUID(), ...fields('Fits') }
    const empty = await problemOf(await api.send('POST', path, { ...good, [name]: '' }))
    expect(empty).toMatchObject({
      status: 400,
      errors: [{ field: name, message: expect.stringContaining('is required') }],
    })
    const unknown = await problemOf(await api.send('POST', path, { ...good, isOwner: true }))
    expect(unknown.errors).toEqual([{ field: 'isOwner', message: UNKNOWN_FIELD }])
    expect((await api.send('POST', path, { ...good, id: 'mine' })).status).toBe(400)
    expect((await api.send('POST', path, { ...good, [name]: 'a\u0000b' })).status).toBe(400)
    for (const query of ['limit=0', 'limit=101', 'cursor=x', 'order=name', 'q=a&q=b', `q=${'a'.repeat(201)}`, 'q=%00'])
      expect((await api.send('GET', `${path}?${query}`)).status, query).toBe(400)
  })

  test('keeps a new entry and writes it down', async () => {
    const { id, item } = await make(api, library, 'Bright and new')
    expect(item).toMatchObject({ id, version: 1, uses: 0, ...fields('Bright and new') })
    expect(await api.take('GET', `${path}/${id}`)).toEqual(item)
    const [entry, ...more] = await auditOf(opened.db, id)
    expect(entry).toMatchObject({ action: `${subject}.create`, subjectType: subject, actor: ADMIN_ID, before: null })
    expect(entry?.after).toMatchObject({ [name]: 'Bright and new' })
    expect(more).toEqual([])
  })

  test('makes one entry of a form that is sent twice', async () => {
    const id = randomUUID()
    const first = await api.take('POST', path, { id, ...fields('Sent twice') })
    const second = await api.take('POST', path, { id, ...fields('Sent twice') })
    expect(second).toEqual(first)
    expect(await auditOf(opened.db, id)).toHaveLength(1)
  })

  test('never says that it kept what it did not: the id of an entry with other fields is refused', async () => {
    const { id, item } = await make(api, library, 'Kept first')
    const problem = await problemOf(await api.send('POST', path, { id, ...fields('Corrected, and sent again') }))
    expect(problem).toMatchObject({ status: 409, code: 'conflict', detail: STALE })
    expect(await api.take('GET', `${path}/${id}`)).toEqual(item)
    expect(await auditOf(opened.db, id)).toHaveLength(1)
  })

  test('saves a change, and audits before and after', async () => {
    const { id } = await make(api, library, 'Before')
    const { item } = await api.take('PATCH', `${path}/${id}`, { version: 1, ...fields('After') })
    expect(item).toMatchObject({ version: 2, [name]: 'After' })
    const [, entry] = await auditOf(opened.db, id)
    expect(entry).toMatchObject({
      action: `${subject}.update`,
      before: { [name]: 'Before' },
      after: { [name]: 'After' },
    })
  })

  test('a form that changes nothing leaves nothing behind', async () => {
    const { id, item } = await make(api, library, 'As it was')
    const same = await api.take('PATCH', `${path}/${id}`, { version: 1, ...fields('As it was') })
    expect(same).toEqual({ item, revision: null })
    expect(await auditOf(opened.db, id)).toHaveLength(1)
  })

  test('a form that leaves a field out changes nothing', async () => {
    const { id } = await make(api, library, 'Whole')
    const { [name]: _name, ...rest } = fields('Half') as Record<string, unknown>
    expect((await api.send('PATCH', `${path}/${id}`, { version: 1, ...rest })).status).toBe(400)
    expect((await api.send('PATCH', `${path}/${id}`, { version: 1, [name]: 'Half' })).status).toBe(400)
  })

  test('the second of two editors gets a conflict', async () => {
    const { id } = await make(api, library, 'Contested')
    await api.take('PATCH', `${path}/${id}`, { version: 1, ...fields('Contested, first') })
    const problem = await problemOf(await api.send('PATCH', `${path}/${id}`, { version: 1, ...fields('Second') }))
    expect(problem).toMatchObject({ status: 409, code: 'conflict', detail: STALE })
    const late = await problemOf(await api.send('DELETE', `${path}/${id}?version=1`))
    expect(late).toMatchObject({ status: 409, detail: STALE })
    expect((await api.take('GET', `${path}/${id}`))[name]).toBe('Contested, first')
  })

  test('deletes an unused entry; the log keeps it whole', async () => {
    const { id } = await make(api, library, 'Gone')
    const gone = await api.take('DELETE', `${path}/${id}?version=1`)
    expect(gone).toEqual({ id, name: 'Gone', uses: { count: 0, events: [] } })
    expect((await api.send('GET', `${path}/${id}`)).status).toBe(404)
    expect((await auditOf(opened.db, id)).at(-1)).toMatchObject({
      action: `${subject}.delete`,
      before: fields('Gone'),
      after: null,
    })
    for (const query of ['', '?version=0', '?version=x'])
      expect((await api.send('DELETE', `${path}/${id}${query}`)).status, query).toBe(400)
  })

  test('names the events that use an entry, latest first, and counts them in the list', async () => {
    const { id } = await make(api, library, `Used ${path}`)
    const draft = await anEvent(opened.db, 'Draft in Tulsa', false)
    const open = await anEvent(opened.db, 'Open in Tulsa')
    for (const event of [draft, open]) await library.inEvent(opened.db, id, event)
    const uses = await api.take('GET', `${path}/${id}/uses`)
    expect(uses.count).toBe(2)
    expect(uses.events).toContainEqual({
      eventId: draft,
      eventSlug: expect.any(String),
      eventName: 'Draft in Tulsa',
      eventDate: '2027-01-21',
      isPublished: false,
      isActive: true,
    })
    const { items } = await api.take('GET', `${path}?q=used`)
    expect(items.map((item: { id: string; uses: number }) => [item.id, item.uses])).toEqual([[id, 2]])
  })

  test(
    library.isKept
      ? 'keeps what an event uses, and names the event'
      : 'an event outlives it, and the answer says which',
    async () => {
      const { id } = await make(api, library, 'Wanted')
      const event = await anEvent(opened.db, 'Wanted in Tulsa')
      await library.inEvent(opened.db, id, event)
      const answer = await api.send('DELETE', `${path}/${id}?version=1`)
      if (library.isKept) {
        const detail = 'Wanted is used in one event: Wanted in Tulsa (2027-01-21). Remove it there first.'
        expect(await problemOf(answer)).toMatchObject({ status: 409, code: 'conflict', detail })
        return expect((await api.send('GET', `${path}/${id}`)).status).toBe(200)
      }
      expect(await answer.json()).toMatchObject({ uses: { count: 1, events: [{ eventId: event }] } })
      expect((await auditOf(opened.db, id)).at(-1)?.before).toMatchObject({ eventIds: [event] })
    },
  )

  test('the site is rebuilt only if a page shows the change', async () => {
    const { id, version } = await make(api, library, 'Shown')
    const rename = async (to: string, from: number) =>
      (await api.take('PATCH', `${path}/${id}`, { version: from, ...fields(to) })).revision
    const asked = api.builds.asked
    await library.inEvent(opened.db, id, await anEvent(opened.db, 'Draft of it', false))
    expect(await rename('Shown in a draft', version)).toBeNull()
    expect(api.builds.asked).toBe(asked)
    await library.inEvent(opened.db, id, await anEvent(opened.db, 'Page of it'))
    const revision = await rename('Shown on a page', version + 1)
    if (!library.isPublic) return expect(revision).toBeNull()
    expect(await lastBuild()).toMatchObject({
      revision,
      state: 'queued',
      reason: expect.stringContaining('Shown on a page'),
    })
    expect(api.builds.asked).toBe(asked + 1)
  })

  test('finds an entry by the beginnings of its words and pages by name', async () => {
    for (const entry of ['zulu Quarry 3', 'Zulu quarry 1', 'ZULU Quarry 2']) await make(api, library, entry)
    const first = await api.take('GET', `${path}?q=zul quar&limit=2`)
    const second = await api.take('GET', `${path}?q=zul quar&limit=2&cursor=${first.nextCursor}`)
    const names = [...first.items, ...second.items].map((item: Record<string, unknown>) => item[name])
    expect(names).toEqual(['Zulu quarry 1', 'ZULU Quarry 2', 'zulu Quarry 3'])
    expect(second.nextCursor).toBeNull()
    expect((await api.take('GET', `${path}?q=zzz`)).items).toEqual([])
  })

  test('warns of an entry of the same name, whatever its case and spaces', async () => {
    const { id } = await make(api, library, `Twin  ${path}`)
    const ask = (query: string) => api.take('GET', `${path}/duplicates?${query}`)
    const name = encodeURIComponent(`TWIN ${path} `)
    const city = path === 'locations' ? '&city=tulsa' : ''
    expect((await ask(`name=${name}${city}`)).items).toEqual([{ id, name: `Twin  ${path}`, because: 'name' }])
    expect((await ask(`name=${name}${city}&except=${id}`)).items).toEqual([])
    expect((await ask('name=')).items).toEqual([])
  })

  test.each([0, 1, 2])('a name at its bounds: %i', async (which) => {
    const length = [library.longest, library.longest + 1, 1][which] ?? 0
    const answer = await api.send('POST', path, { id: randomUUID(), ...fields('n'.repeat(length)) })
    expect(answer.status).toBe(which === 1 ? 400 : 201)
  })
})
