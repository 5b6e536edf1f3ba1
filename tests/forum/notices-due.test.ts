import { describe, expect, test } from 'vitest'
import type { Db } from '#db/client.ts'
import { forumNotices, forumPreferences } from '#db/schema/forum-notices.ts'
import { savePreferences } from '#src/domain/forum-notices/mail-choice.ts'
import { NOON } from '#tests/support/api.ts'
import { DUE, type NewsMail, SEVEN, withNewsMail } from './news-mail.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

describe('when mail of the forum comes', () => {
  let db: Db
  let mail: NewsMail
  withNewsMail((given) => {
    ;({ db, mail } = given)
  })

  test('between two mails to one reader there are ten minutes; what waits then comes in one', async () => {
    const { write } = await mail.aReader()
    await write(NOON)
    await mail.run(DUE)
    await write(NOON + 3 * MINUTE)
    await write(NOON + 5 * MINUTE)
    expect(await mail.run(NOON + 7 * MINUTE)).toEqual({ mailed: 0, quiet: 1, faulty: 0 })
    expect(await mail.run(NOON + 11 * MINUTE)).toEqual({ mailed: 0, quiet: 0, faulty: 0 })
    expect(await mail.run(NOON + 12 * MINUTE)).toEqual({ mailed: 1, quiet: 0, faulty: 0 })
    expect((await mail.queued())[1]?.textBody.match(/replied:/g)).toHaveLength(2)
  })

  test('the digest comes once a day at seven, UTC, also where clocks change', async () => {
    const { write } = await mail.aReader('daily')
    await write(NOON)
    await write(SEVEN - 1)
    expect(await mail.run(SEVEN - 1)).toMatchObject({ mailed: 0 })
    expect(await mail.run(SEVEN)).toMatchObject({ mailed: 1 })
    for (let hour = 0; hour < 5 * 24; hour += 1) {
      await write(SEVEN + hour * HOUR + MINUTE)
      await mail.run(SEVEN + hour * HOUR + 30 * MINUTE)
    }
    expect((await mail.queued()).length).toBe(5)
    const autumn = Date.parse('2026-10-25T07:00:00Z')
    await db.delete(forumNotices)
    await write(autumn - DAY + MINUTE)
    expect(await mail.run(autumn - 1)).toMatchObject({ mailed: 0 })
    expect(await mail.run(autumn)).toMatchObject({ mailed: 1 })
  })

  test('a change of mind counts for what waits: from once a day to at once, and back', async () => {
    const { reader, write } = await mail.aReader('daily')
    await write(NOON)
    await savePreferences(db, reader.id, { mail: 'at_once' }, NOON + HOUR)
    expect(await mail.run(NOON + HOUR + 2 * MINUTE)).toMatchObject({ mailed: 1 })
    await write(NOON + 2 * HOUR)
    await savePreferences(db, reader.id, { mail: 'daily' }, NOON + 2 * HOUR)
    expect(await mail.run(SEVEN - 1)).toMatchObject({ mailed: 0 })
    expect(await mail.run(SEVEN)).toMatchObject({ mailed: 1 })
  })

  test('a post notified while its reader chose the digest waits for the digest', async () => {
    const { reader, write } = await mail.aReader()
    await write(NOON)
    await db.insert(forumPreferences).values({ userId: reader.id, mail: 'daily' })
    expect(await mail.run(DUE)).toEqual({ mailed: 0, quiet: 1, faulty: 0 })
    expect(await mail.run(SEVEN)).toMatchObject({ mailed: 1 })
  })
})
