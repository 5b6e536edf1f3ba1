import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { pagePurges } from '#db/schema/page-purges.ts'
import { FORUM_TAG } from '#src/contract/forum-paths.ts'
import { grantRole, revokeRole } from '#src/domain/accounts/change-role.ts'
import { deleteAccount, updateProfile } from '#src/domain/accounts/own-account.ts'
import { NOON, SITE_URL } from '#tests/support/api.ts'
import { testDb } from '#tests/support/database.ts'
import { storeCategory, storeMember, storeTopic } from './reading-rows.ts'

let opened: Awaited<ReturnType<typeof testDb>>
let owner: { id: string }
let writer: string
let reader: string

beforeAll(async () => {
  opened = await testDb()
  owner = { id: await storeMember(opened.db, 'owner', 'owner') }
  writer = await storeMember(opened.db, 'writer')
  reader = await storeMember(opened.db, 'reader')
  await storeTopic(opened.db, { categoryId: await storeCategory(opened.db, 'pumps'), authorId: writer })
})
afterEach(() => opened.db.delete(pagePurges))
afterAll(() => opened.close())

const by = (id: string) => ({ actor: { id }, site: { siteUrl: SITE_URL, siteName: 'Ours' }, now: NOON })
const purged = async () => (await opened.db.select().from(pagePurges)).flatMap(({ tags }) => tags)

describe('pages that name a member are purged', () => {
  test('after another username, and not after another full name', async () => {
    await updateProfile(opened.db, writer, { fullName: 'W. Riter' }, by(writer))
    expect(await purged()).toEqual([])
    await updateProfile(opened.db, writer, { username: 'author' }, by(writer))
    expect(await purged()).toEqual([FORUM_TAG.every])
  })

  test('after a role was given, and after it was taken', async () => {
    const change = { userId: writer, role: 'moderator' } as const
    await grantRole(opened.db, change, owner, NOON)
    expect(await purged()).toEqual([FORUM_TAG.every])
    await grantRole(opened.db, change, owner, NOON)
    expect(await purged()).toHaveLength(1)
    await revokeRole(opened.db, change, owner, NOON)
    expect(await purged()).toHaveLength(2)
  })

  test('but not for a member who never wrote: their new name empties no cache', async () => {
    await updateProfile(opened.db, reader, { username: 'lurker' }, by(reader))
    await grantRole(opened.db, { userId: reader, role: 'moderator' }, owner, NOON)
    await deleteAccount(opened.db, reader, by(reader))
    expect(await purged()).toEqual([])
  })

  test('after an account was deleted', async () => {
    await deleteAccount(opened.db, writer, by(writer))
    expect(await purged()).toEqual([FORUM_TAG.every])
  })
})
