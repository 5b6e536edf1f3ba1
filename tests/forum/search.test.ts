import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Db } from '#db/client.ts'
import type { Piece } from '#src/contract/forum.ts'
import { searchPosts } from '#src/domain/forum-reading/search-posts.ts'
import { testDb } from '#tests/support/database.ts'
import { storeCategory, storeMember, storePost, storeTopic } from './reading-rows.ts'

let db: Db
let close: () => Promise<void>
let bob: string
let category: string
let number = 1
let topic: string
beforeAll(async () => {
  ;({ db, close } = await testDb())
  bob = await storeMember(db, 'bob')
  category = await storeCategory(db, 'search')
  topic = await storeTopic(db, {
    categoryId: category,
    authorId: bob,
    title: 'Vibration of gearboxes',
    text: 'How to begin?',
  })
})
afterAll(() => close())

const say = (text: string) => {
  number += 1
  return storePost(db, { topicId: topic, number, authorId: bob, text })
}
const found = async (question: string) => (await searchPosts(db, question)).items.map(({ id }) => id)
const foundIn = (pieces: readonly Piece[]) => pieces.filter(({ isFound }) => isFound).map(({ text }) => text)

describe('a search finds', () => {
  test('any form of a word, in texts and in titles, the newest first', async () => {
    const older = await say('The bearings were greased.')
    const newer = await say('Grease the bearing.')
    expect(await found('bearing greasing')).toEqual([newer, older])
    expect(await found('GEARBOX')).toEqual([topic])
  })

  test('words in quotes next to each other, one or the other, and not those with a minus', async () => {
    const apart = await say('seal of a water pump')
    const together = await say('a pump seal that leaks')
    expect(await found('"pump seal"')).toEqual([together])
    expect(await found('pump seal')).toEqual([together, apart])
    expect(await found('pump -leaks')).toEqual([apart])
    expect(await found('seal -"pump seal"')).toEqual([apart])
    expect(await found('leaks or water')).toEqual([together, apart])
  })

  test('every match once, page by page', async () => {
    const ids = []
    for (let n = 0; n < 60; n += 1) ids.unshift(await say(`turbine ${n}`))
    const first = await searchPosts(db, 'turbine')
    const second = await searchPosts(db, 'turbine', first.nextCursor)
    const third = await searchPosts(db, 'turbine', second.nextCursor)
    expect([first, second, third].flatMap(({ items }) => items.map(({ id }) => id))).toEqual(ids)
    expect(third.nextCursor).toBeNull()
  })

  test('finds nothing for words in no post, and says so for a search without words', async () => {
    const nothing = { items: [], nextCursor: null, searchedTo: null }
    expect(await searchPosts(db, 'unobtainium')).toEqual({ ...nothing, isEmptyQuestion: false })
    for (const question of ['', '   ', 'the', '-pump', '-pump -seal', 'pump or -seal', '"" - !', '😀'])
      expect(await searchPosts(db, question), question).toEqual({ ...nothing, isEmptyQuestion: true })
  })

  test.each(['a & b | !c', "'; drop table users; --", 'pump <-> seal', ':* <3> (', '\\', '"unclosed pump', 'a:b*c'])(
    'only words in %j',
    async (question) => {
      await expect(searchPosts(db, question)).resolves.toHaveProperty('items')
    },
  )

  test.each(['x'.repeat(201), 'pump\u0000', 'pump\ud800'])('%j is refused', async (question) => {
    await expect((async () => searchPosts(db, question))()).rejects.toMatchObject({ kind: 'invalid' })
  })

  test.each(['nonsense', 'W10', 'WzEsMiwzXQ'])('the cursor %j is refused', async (cursor) => {
    await expect((async () => searchPosts(db, 'pump', cursor))()).rejects.toMatchObject({ kind: 'invalid' })
  })
})

describe('what was found is marked', () => {
  test('in the title and in the part of the text that holds it', async () => {
    const before = 'Nothing of interest here at all. '.repeat(40)
    await say(`${before} Then the flywheel burst into flames. ${before}`)
    const { items } = await searchPosts(db, 'flywheels')
    expect(foundIn(items[0]?.excerpt ?? [])).toEqual(['flywheel'])
    expect(items[0]?.excerpt.map(({ text }) => text).join('').length).toBeLessThan(400)
    const gearbox = await searchPosts(db, 'gearbox')
    expect(gearbox.items[0]?.title).toEqual([
      { text: 'Vibration of ', isFound: false },
      { text: 'gearboxes', isFound: true },
    ])
  })

  test('each word that was asked for, wherever it is, and none that was left out', async () => {
    await say('An impeller wobbles. Then the housing of an impeller cracks, though no gasket does.')
    const { items } = await searchPosts(db, '"housing of an impeller" wobbles -shaft')
    expect(foundIn(items[0]?.excerpt ?? [])).toEqual(['impeller', 'wobbles', 'housing', 'impeller'])
  })

  test('about as quickly whatever is asked of a text that says one thing over and over', async () => {
    await say('a1 '.repeat(6_600))
    const millisecondsOf = async (question: string) => {
      const start = performance.now()
      expect((await searchPosts(db, question)).items).toHaveLength(1)
      return performance.now() - start
    }
    const once = await millisecondsOf('a1')
    for (const question of ['a1 '.repeat(66), `"${'a1 '.repeat(60)}"`, '"a1 a1" or "a1 a1 a1" or "a1 a1 a1 a1"'])
      expect((await millisecondsOf(question)) / once, question).toBeLessThan(30)
  })

  test('nothing of a text passes for a mark, or for markup', async () => {
    const text = '\ue000sprocket\ue001 <b>sprocket</b> & "sprocket" \ue001'
    await say(text)
    const { items } = await searchPosts(db, 'sprocket')
    const pieces = items[0]?.excerpt ?? []
    expect(foundIn(pieces)).toEqual(['sprocket', 'sprocket', 'sprocket'])
    expect(pieces.some((piece) => /[\ue000\ue001]/u.test(piece.text))).toBe(false)
  })
})
