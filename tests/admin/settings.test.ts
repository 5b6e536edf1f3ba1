import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Db } from '#db/client.ts'
import { appSettings } from '#db/schema/site.ts'
import { UNKNOWN_FIELD } from '#src/contract/failure.ts'
import { BAD_VISIBILITY, SETTINGS, type Setting } from '#src/contract/setting.ts'
import { type Changed, STALE } from '#src/contract/versioned.ts'
import { readSettings } from '#src/domain/site/read-navigation.ts'
import { problemOf } from '#tests/support/api.ts'
import { type TestDb, testDb } from '#tests/support/database.ts'
import { revisionOf, wishes } from '../site/event-rows.ts'
import { expectAdminsOnly, lastEntry, siteAdminApi } from './site-admin-api.ts'

const KEY = 'navigation_visibility'
const ON = { show_to_public: true }
const NOBODY = { name: null, email: null, phone: null }
const OFF = { show_to_public: false }

describe('the settings', () => {
  let opened: TestDb
  let db: Db
  let api: Awaited<ReturnType<typeof siteAdminApi>>
  beforeAll(async () => {
    opened = await testDb()
    db = opened.db
  })
  afterAll(() => opened.close())
  beforeEach(async () => {
    await db.delete(appSettings)
    api = await siteAdminApi(db)
  })

  const list = async () => (await api.ask<{ items: Setting[] }>('GET', 'settings')).items
  const save = (key: string, value: object, version: number | null) =>
    api.ask<Changed<Setting>>('PUT', `settings/${key}`, { value, version })

  test('are for admins alone', async () => {
    await expectAdminsOnly(db, [
      ['GET', 'settings'],
      ['PUT', `settings/${KEY}`, { value: ON, version: null }],
    ])
  })

  test('are those the product reads, each with its schema, default and what it is for', async () => {
    const items = await list()
    expect(items.map(({ key, value, fallback, version }) => ({ key, value, fallback, version }))).toEqual([
      { key: KEY, value: OFF, fallback: OFF, version: null },
      { key: 'external_site', value: { url: null }, fallback: { url: null }, version: null },
      { key: 'partner_contact', value: NOBODY, fallback: NOBODY, version: null },
      { key: 'shop', value: SETTINGS.shop.fallback, fallback: SETTINGS.shop.fallback, version: null },
      { key: 'content_review', value: { is_required: false }, fallback: { is_required: false }, version: null },
    ])
    expect(items[0]?.schema).toMatchObject({
      type: 'object',
      properties: { show_to_public: { type: 'boolean' } },
      additionalProperties: false,
    })
    for (const { title, description } of items) expect([title, description]).not.toContain('')
  })

  test('a first save makes the row, a later one changes it; both are built and written down', async () => {
    const before = await revisionOf(db)
    const made = await save(KEY, ON, null)
    expect(made).toMatchObject({ item: { value: ON, version: 1 }, revision: before + 1 })
    expect(await lastEntry(db)).toMatchObject({
      action: 'setting.create',
      subjectType: 'setting',
      subjectId: KEY,
      before: null,
      after: { value: ON, version: 1 },
    })
    expect(await readSettings(db)).toMatchObject({ showToPublic: true })

    const changed = await save(KEY, OFF, 1)
    expect(changed).toMatchObject({ item: { value: OFF, version: 2 }, revision: before + 2 })
    expect(await lastEntry(db)).toMatchObject({
      action: 'setting.update',
      before: { value: ON, version: 1 },
      after: { value: OFF, version: 2 },
    })
    expect((await wishes(db)).at(-1)).toBe(`${before + 2} queued changed the setting navigation_visibility`)
    expect(api.builds.asked).toBe(2)
    expect(await db.$count(appSettings)).toBe(1)
  })

  test('the address of the external site is set and taken away again', async () => {
    await save('external_site', { url: 'https://product.example/start' }, null)
    expect(await readSettings(db)).toMatchObject({ externalSiteHost: 'product.example' })
    await save('external_site', { url: null }, 1)
    expect(await readSettings(db)).toMatchObject({ externalSiteHost: null })
  })

  test('a save of the present value changes nothing, whatever its version', async () => {
    await save(KEY, ON, null)
    const before = await revisionOf(db)
    for (const version of [null, 1, 7]) {
      expect(await save(KEY, ON, version)).toMatchObject({ item: { version: 1 }, revision: null })
    }
    expect(await revisionOf(db)).toBe(before)
  })

  test('a stale save is refused, and so is a first one that was not (409)', async () => {
    await save(KEY, ON, null)
    await save(KEY, OFF, 1)
    for (const version of [1, null]) {
      const late = await api.send('PUT', `settings/${KEY}`, { value: ON, version })
      expect(await problemOf(late)).toMatchObject({ status: 409, detail: STALE })
    }
    expect((await list())[0]?.value).toEqual(OFF)
  })

  test('of two first saves at once one row comes', async () => {
    const answers = await Promise.all(
      [ON, OFF].map((value) => api.send('PUT', `settings/${KEY}`, { value, version: null })),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(await db.$count(appSettings)).toBe(1)
  })

  test.each([
    [KEY, { show_to_public: 'yes' }, 'value.show_to_public', BAD_VISIBILITY],
    [KEY, {}, 'value.show_to_public', BAD_VISIBILITY],
    [KEY, { ...ON, colour: 'red' }, 'value.colour', UNKNOWN_FIELD],
    [
      'external_site',
      { url: 'javascript:alert(1)' },
      'value.url',
      'Enter a web address such as https://example.com, or nothing',
    ],
    ['external_site', { url: 7 }, 'value.url', 'Enter a web address such as https://example.com, or nothing'],
    [
      'external_site',
      { url: `https://x.example/${'a'.repeat(2000)}` },
      'value.url',
      'Address must be at most 2000 characters',
    ],
  ])('%s refuses %j', async (key, value, field, message) => {
    const problem = await problemOf(await api.send('PUT', `settings/${key}`, { value, version: null }))
    expect(problem).toMatchObject({ status: 400, detail: message, errors: [{ field, message }] })
    expect(await db.$count(appSettings)).toBe(0)
  })

  test.each([[{ value: 'on', version: null }], [{ value: ON }], [{ value: ON, version: '1' }], [{ ...ON }]])(
    'a body like %j is refused',
    async (body) => {
      expect((await problemOf(await api.send('PUT', `settings/${KEY}`, body))).status).toBe(400)
    },
  )

  test.each(['nonsense', 'toString', '__proto__'])('an unknown setting is not found: %s', async (key) => {
    const problem = await problemOf(await api.send('PUT', `settings/${key}`, { value: {}, version: null }))
    expect(problem).toMatchObject({ status: 404, detail: 'Setting not found.' })
  })

  test('an unreadable row counts as missing, and a save repairs it', async () => {
    await db.insert(appSettings).values({ settingKey: KEY, settingValue: 'broken' })
    expect((await list())[0]).toMatchObject({ value: OFF, version: 1 })
    expect((await save(KEY, ON, 1)).item).toMatchObject({ value: ON, version: 2 })
    await db.delete(appSettings).where(eq(appSettings.settingKey, KEY))
  })
})
