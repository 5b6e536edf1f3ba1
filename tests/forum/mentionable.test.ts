import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { Db } from '#db/client.ts'
import { profiles } from '#db/schema/accounts.ts'
import { usernameKey } from '#src/contract/username.ts'
import { type Member, type WritingApi, withMembers } from './writing-api.ts'

let db: Db
let api: WritingApi
let ada: Member
let bob: Member
withMembers((given) => {
  ;({ db, api, ada, bob } = given)
})

test('who can be mentioned: approved members whose username begins so, eight at most', async () => {
  const name = async (member: Member, username: string) =>
    db
      .update(profiles)
      .set({ username, usernameKey: usernameKey(username) })
      .where(eq(profiles.id, member.id))
  for (let one = 0; one < 9; one += 1) await name(await api.person(), `Zoe${'x'.repeat(one)}`)
  await name(await api.person('pending'), 'zoepending')
  await db.update(profiles).set({ fullName: 'Zoe Bright' }).where(eq(profiles.id, bob.id))
  const find = async (q: string) => {
    const answer = await api.call(ada, 'GET', `members?q=${encodeURIComponent(q)}`)
    const { items }: { items: { username: string }[] } = await answer.json()
    return items.map(({ username }) => username)
  }
  expect(await find('zo')).toEqual(Array.from({ length: 8 }, (_, one) => `Zoe${'x'.repeat(one)}`))
  expect(await find('ZOEXXXXXXX')).toEqual(['Zoexxxxxxx', 'Zoexxxxxxxx'])
  expect(await find('zoep')).toEqual([])
  for (const username of ['yan_a', 'yanxa', 'y%n']) await name(await api.person(), username)
  expect(await find('yan_')).toEqual(['yan_a'])
  expect(await find('y%')).toEqual(['y%n'])
  for (const q of ['', ' ', '@', "%' or 1=1"]) expect(await find(q)).toEqual([])
})
