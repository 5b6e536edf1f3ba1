import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isConnectionFault } from '#db/fault.ts'
import { forumApi } from '#src/api/forum-api.ts'
import { UNKNOWN_FIELD } from '#src/contract/failure.ts'
import { ADMIN_READS } from '#tests/admin/admin-area.ts'
import { adminCaller, storedViewer } from '#tests/admin/calls/caller.ts'
import { forumPages } from '#tests/forum/page-app.ts'
import { storeCategory, storePost, storeTopic } from '#tests/forum/reading-rows.ts'
import { getVisit, NOON, testApi } from '#tests/support/api.ts'
import { type TestDb, testDb } from '#tests/support/database.ts'
import { atScale } from '#tests/support/scale.ts'

const MOST = 5_000
/** Parameters of any address that take free text. */
const NAMES = ['q', 'name', 'city', 'website', 'email', 'actor', 'action', 'subjectType', 'cursor', 'hash']

let opened: TestDb
/** Answers to an address with one parameter: what it says, and how. */
let ask: (path: string, name: string, text: string) => Promise<{ status: number; body: string }>
beforeAll(async () => {
  opened = await testDb()
  const { db } = opened
  const viewer = await storedViewer(db, 'owner')
  // A minute further at each look: nobody asks so often, and limits of reading are proved elsewhere.
  let now = NOON
  const clock = () => {
    now += 60_000
    return now
  }
  const given = { clock, isConnectionFault, readVisit: async () => ({ ...getVisit(viewer), authenticatedAt: now }) }
  const admin = await adminCaller(db, viewer, given)
  const forum = await testApi({ db, area: forumApi, ...given })
  const pages = forumPages(db, { clock })
  const categoryId = await storeCategory(db, 'pumps')
  const topicId = await storeTopic(db, { categoryId, authorId: viewer.id, title: 'A pump or a seal' })
  await storePost(db, { topicId, number: 2, authorId: viewer.id, text: 'a b c d e f 1 2 3 pump' })
  ask = async (path, name, text) => {
    const address = `${path}?${new URLSearchParams({ [name]: text })}`
    if (path.startsWith('/forum')) return pages.get(address)
    const answer = await (path.startsWith('/api/admin') ? admin : forum).request(address)
    return { status: answer.status, body: await answer.text() }
  }
})
afterAll(() => opened.close())

const lists = ADMIN_READS.map(({ path }) => path).filter((path) => !path.includes(':'))
const places: [string, string][] = [
  ['/forum/search', 'q'],
  ['/api/forum/members', 'q'],
  ...lists.flatMap((path) => NAMES.map((name): [string, string] => [path, name])),
]

/** Those of them that know the parameter. What reads no query at all ignores whatever is in it. */
const taken: [string, string][] = []
beforeAll(async () => {
  const ignores = new Set<string>()
  for (const path of lists) if ((await ask(path, 'nothing', 'pump')).status === 200) ignores.add(path)
  for (const [path, name] of places) {
    if (ignores.has(path)) continue
    const { body } = await ask(path, name, 'pump')
    if (!body.includes(UNKNOWN_FIELD)) taken.push([path, name])
  }
  expect(taken.filter(([, name]) => name === 'q').length).toBeGreaterThanOrEqual(14)
})

const signs = fc.constantFrom(
  ...'-"()!&|<>:*\'\\ .,/_@%~+=#[]{}?;a1é漢😀\u0000\ud800\u0301²½',
  ' or ',
  ' -',
  '<->',
  'pump',
)
const repeated = fc
  .tuple(fc.array(signs, { minLength: 1, maxLength: 4 }), fc.integer({ min: 1, max: MOST }))
  .map(([pattern, length]) => pattern.join('').repeat(length).slice(0, length))
const text = fc.oneof(
  repeated,
  fc.array(signs, { maxLength: 200 }).map((all) => all.join('')),
  fc.string({ unit: 'binary' }),
)

describe('whatever is looked for is answered 200 or 400 (DB5)', () => {
  const NAMED = [
    ...['-', '-(', '- ', '-"', '--a ', '!', '(', '"', "'", '\\', ':*', '<->', 'or ', 'a-', '%', '_', '😀', '\u0000'],
  ]
  test.each(NAMED)('%j over and over', async (pattern) => {
    for (const length of [60, 200, MOST]) {
      for (const [path, name] of taken.filter(([, one]) => one === 'q')) {
        const answer = await ask(path, name, pattern.repeat(length).slice(0, length))
        expect([200, 400], `${path} ${length} ${answer.body}`).toContain(answer.status)
      }
    }
  })

  test('any text, at every address that takes one', async () => {
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...taken), text, async ([path, name], written) => {
        const answer = await ask(path, name, written)
        expect([200, 400], `${path}?${name}= ${answer.body}`).toContain(answer.status)
      }),
      { numRuns: atScale(200, 600) },
    )
  })

  test('any words, in the forum', async () => {
    await fc.assert(
      fc.asyncProperty(text, async (written) => {
        expect((await ask('/forum/search', 'q', written)).status).toBe(200)
      }),
      { numRuns: atScale(100, 300) },
    )
  })
})
