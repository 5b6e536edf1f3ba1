import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { MOST_BATCH } from '#src/api/admin/analytics-imports.ts'
import { UNKNOWN_FIELD } from '#src/contract/failure.ts'
import { MOST_SOURCE } from '#src/contract/mail-round-trip.ts'
import { problemOf } from '#tests/support/api.ts'
import { type TestDb, testDb } from '#tests/support/database.ts'
import { fingerprint } from '#tests/support/fingerprint.ts'
import { type AdminRoute, getAddress } from './admin-area.ts'
import type { Prepared } from './calls/call.ts'
import { adminCaller, IP, routeOf, storedViewer } from './calls/caller.ts'
import { WRITE_CALLS } from './calls/calls.ts'
import { leavesOf, objectsOf, replaced } from './calls/places.ts'

/** Writes that read no body: what is in it changes nothing. A new one is named here, or has to refuse what it does not know. */
const BODILESS = [
  'DELETE /api/admin/agenda-templates/:id',
  'DELETE /api/admin/calendar/feed',
  'DELETE /api/admin/content-blocks/:id',
  'DELETE /api/admin/content-pages/:id',
  'DELETE /api/admin/change-sets/:id',
  'DELETE /api/admin/change-sets/:id/items/:itemId',
  'DELETE /api/admin/change-sets/:id/share-links/:linkId',
  'DELETE /api/admin/events/:id',
  'DELETE /api/admin/events/:id/agenda/:partId',
  'DELETE /api/admin/events/:id/caterer-links/:linkId',
  'DELETE /api/admin/events/:id/deliveries/:deliveryId',
  'DELETE /api/admin/events/:id/logistics/people/:personId',
  'DELETE /api/admin/events/:id/logistics/people/:personId/link',
  'DELETE /api/admin/events/:id/run-items/:itemId',
  'DELETE /api/admin/events/:id/share-links/:linkId',
  'DELETE /api/admin/events/:id/tasks/:taskId',
  'DELETE /api/admin/events/:id/team/:partId',
  'DELETE /api/admin/events/:id/vendors/:partId',
  'DELETE /api/admin/locations/:id',
  'DELETE /api/admin/mail-rules/:id',
  'DELETE /api/admin/menu-items/:id',
  'DELETE /api/admin/orders/:id/links/:linkId',
  'DELETE /api/admin/products/:id',
  'DELETE /api/admin/reports/:id',
  'DELETE /api/admin/reports/:id/notes/:noteId',
  'DELETE /api/admin/task-templates/:id',
  'DELETE /api/admin/team/:id',
  'DELETE /api/admin/users/:id/roles/:role',
  'DELETE /api/admin/users/:id/sessions',
  'DELETE /api/admin/users/:id/sessions/:handle',
  'DELETE /api/admin/security/people/:id/sessions',
  'DELETE /api/admin/security/sessions/:handle',
  'DELETE /api/admin/vendors/:id',
  'DELETE /api/admin/wishes/:id',
  'DELETE /api/admin/forum/categories/:id',
  'POST /api/admin/bans/:id/lift',
  'POST /api/admin/builds',
  'POST /api/admin/checks/rounds',
  'POST /api/admin/checks/:key/unmute',
  'POST /api/admin/events/:id/logistics/links',
  'POST /api/admin/events/:id/logistics/people/:personId/link',
  'POST /api/admin/events/:id/run-sheet/contacts',
  'POST /api/admin/events/:id/unpublish',
  'POST /api/admin/mail-dns/:id/accept',
  'POST /api/admin/events/:id/timeline/people/:mailId/recipient',
  'POST /api/admin/mails/:id/recipient',
  'POST /api/admin/mails/:id/resend',
  'POST /api/admin/mails/:id/retry',
  'POST /api/admin/suppressions/:id/release',
  'POST /api/admin/users/:id/factors/reset',
  'POST /api/admin/users/:id/password-reset-mail',
  'POST /api/admin/users/:id/unban',
]
/** Bytes of a body that may be longer than others: the source of a mail, escaped. */
const LONGER: Record<string, number> = {
  'POST /api/admin/analytics-imports/:id/batches': MOST_BATCH,
  'POST /api/admin/mail-round-trips/:id/source': 3 * MOST_SOURCE,
}
/** Objects whose keys are names that the sender gives: any is taken, with a number for it. */
const MAPS_OF_NUMBERS: Record<string, string> = { 'POST /api/admin/analytics-imports': 'report.tables' }
/** The one body that is no JSON: tests/admin/media.test.ts has its turn with it. */
const PICTURES = ['POST /api/admin/media']

const names = Object.keys(WRITE_CALLS).filter((name) => ![...BODILESS, ...PICTURES].includes(name))

/** What nobody says about a row or a person by slipping it in. (security AZ4) */
const GUARDED = ['id', 'userId', 'role', 'roles', 'isAdmin', 'approved', 'approval', 'aal', 'actor', 'email_verified']
const MORE_GUARDED = [
  'createdBy',
  'createdAt',
  'updatedAt',
  'publishedAt',
  'revision',
  'hash',
  'passwordHash',
  'event_id',
]

const NOT_JSON = ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', 'text/json', '']

const BROKEN = [
  '',
  '{',
  '[]',
  'null',
  '"x"',
  '1',
  '{"a":1,"a":2}',
  `${'['.repeat(9_000)}`,
  '{"__proto__":{"isAdmin":true}}',
]
const WRONG = [
  null,
  true,
  -1,
  1e21,
  0.5,
  '',
  ' ',
  [],
  {},
  [[]],
  [null],
  { $gt: '' },
  'x'.repeat(5_000),
  '2026-02-30',
  '\u202e',
]

describe('a body of any kind', () => {
  let opened: TestDb
  let api: Awaited<ReturnType<typeof adminCaller>>
  beforeAll(async () => {
    opened = await testDb()
    api = await adminCaller(opened.db, await storedViewer(opened.db, 'owner'))
  })
  afterAll(() => opened.close())

  const prepare = async (name: string) => {
    const call: Prepared = (await WRITE_CALLS[name]?.prepare(api.groundOf(true))) ?? {}
    const { body } = call
    expect(body, `${name} stands with the calls that read no body`).toBeDefined()
    const route = routeOf(name)
    return { route, call, body: body ?? {}, state: await fingerprint(opened.db) }
  }
  const sendRaw = (route: AdminRoute, { path, query }: Prepared, init: RequestInit) =>
    api.request(`${getAddress(route, path)}${query ? `?${query}` : ''}`, { method: route.method, ...init }, { ip: IP })
  const own = { 'Content-Type': 'application/json', 'Sec-Fetch-Site': 'same-origin' }
  /** It was good as it is: what was refused was refused for what the test did to it. */
  const expectGood = async (route: AdminRoute, call: Prepared) => {
    const answer = await api.send(route, call)
    expect(answer.status, await answer.clone().text()).toBeLessThan(300)
  }

  describe.each(names)('%s', (name) => {
    test('takes no key it does not know, however deep, and changes nothing then (AZ4)', async () => {
      const { route, call, body, state } = await prepare(name)
      const refuse = async (sent: unknown, why: string) => {
        const answer = await api.send(route, { ...call, body: sent as object })
        const problem = await problemOf(answer)
        expect(problem, why).toMatchObject({ status: 400, code: 'invalid' })
        return problem.errors?.flatMap(({ field, message }) => (message === UNKNOWN_FIELD ? field : []))
      }
      for (const place of objectsOf(body)) {
        const guarded = [...GUARDED, ...MORE_GUARDED].filter((one) => !Object.hasOwn(place.value, one))
        const slipIn = (keys: string[]) => {
          const slipped = Object.fromEntries(keys.map((one) => [one, true]))
          return refuse(replaced(body, place.path, { ...place.value, ...slipped }), `${place.path.join('.')} ${keys}`)
        }
        // A refusal of them all says of most that it does not know them. The others are sent one by one.
        const unknown = await slipIn(guarded)
        const others = guarded.filter((one) => !unknown?.includes([...place.path, one].join('.')))
        for (const one of others) await slipIn([one])
        const key = fc
          .string({ unit: 'binary', minLength: 1, maxLength: 20 })
          .filter((one) => !Object.hasOwn(place.value, one))
        const isMap = MAPS_OF_NUMBERS[name] === place.path.join('.')
        const anything = fc.jsonValue({ maxDepth: 1 }).filter((one) => !isMap || typeof one !== 'number')
        await fc.assert(
          fc.asyncProperty(key, anything, async (extra, value) => {
            await refuse(replaced(body, place.path, { ...place.value, [`x${extra}`]: value }), extra)
          }),
          { numRuns: 3 },
        )
      }
      expect(await fingerprint(opened.db)).toBe(state)
      await expectGood(route, call)
    })

    test('is taken as JSON alone (CS4), of 64 KB at most, however it is sent (IV4)', async () => {
      const { route, call, body, state } = await prepare(name)
      for (const type of NOT_JSON)
        expect(await problemOf(await api.send(route, call, { 'Content-Type': type })), type).toMatchObject({
          status: 415,
        })
      const limit = LONGER[name] ?? 64 * 1024
      const long = JSON.stringify(body).padEnd(limit + 1)
      const whole = await sendRaw(route, call, { headers: own, body: long })
      expect(await problemOf(whole)).toMatchObject({ status: 413, code: 'too_large' })
      const inPieces = { headers: own, body: new Blob([long]).stream(), duplex: 'half' } as RequestInit
      expect(await problemOf(await sendRaw(route, call, inPieces))).toMatchObject({ status: 413 })
      expect(await fingerprint(opened.db)).toBe(state)
      const justFits = await sendRaw(route, call, { headers: own, body: JSON.stringify(body).padEnd(limit) })
      expect(justFits.status, await justFits.clone().text()).toBeLessThan(300)
    })

    test('takes no text that the database could not keep (IV3)', async () => {
      const { route, call, body, state } = await prepare(name)
      for (const { path, value } of leavesOf(body)) {
        if (typeof value !== 'string') continue
        for (const text of [`${value}\u0000`, `\ud800${value}`, `${value}\udfff`]) {
          const answer = await api.send(route, { ...call, body: replaced(body, path, text) as object })
          // A version that is none is told as one that is not the present one.
          const expected = path.at(-1) === 'version' ? [400, 409] : [400]
          expect(expected, `${path.join('.')} ${await answer.clone().text()}`).toContain(answer.status)
        }
      }
      expect(await fingerprint(opened.db)).toBe(state)
    })

    test('never falls over what it is sent (IV2)', async () => {
      const { route, call, body } = await prepare(name)
      for (const sent of BROKEN) {
        const answer = await sendRaw(route, call, { headers: own, body: sent })
        expect(await problemOf(answer), sent.slice(0, 40)).toMatchObject({ status: 400 })
      }
      for (const { path } of leavesOf(body)) {
        for (const wrong of WRONG) {
          const answer = await api.send(route, { ...call, body: replaced(body, path, wrong) as object })
          expect(answer.status, `${path.join('.')} ${JSON.stringify(wrong).slice(0, 40)}`).toBeLessThan(500)
        }
      }
    })
  })
})
