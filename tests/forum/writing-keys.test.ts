import { describe, expect, test } from 'vitest'
import { type Member, type WritingApi, withMembers } from './writing-api.ts'

let api: WritingApi
let ada: Member
let bob: Member
withMembers((given) => {
  ;({ api, ada, bob } = given)
})

describe('a key (DB3)', () => {
  test('brings one post, however often it is sent, with the same answer', async () => {
    const body = { categoryId: await api.category(), title: 'Bearing runs hot', source: 'x' }
    const key = crypto.randomUUID()
    const [one, two] = [
      await api.call(ada, 'POST', 'topics', body, { key }),
      await api.call(ada, 'POST', 'topics', body, { key }),
    ]
    expect(await two.json()).toEqual(await one.json())
    expect([one.status, two.status]).toEqual([201, 201])
    expect((await api.categoryRow(body.categoryId)).topicCount).toBe(1)
  })

  test('with another body is a conflict, is separate for each person, and expires after a day', async () => {
    const { topicId } = await api.begin(ada)
    const key = crypto.randomUUID()
    const send = async (who: Member, source: string) => {
      await api.forgetLimits()
      return (await api.call(who, 'POST', `topics/${topicId}/posts`, { source }, { key })).status
    }
    expect(await send(ada, 'x')).toBe(201)
    expect(await send(ada, 'y')).toBe(409)
    expect(await send(bob, 'y')).toBe(201)
    api.clock.now += 24 * 3_600_000
    expect(await send(ada, 'y')).toBe(201)
    expect((await api.topicRow(topicId)).replyCount).toBe(3)
  })

  test('that is none is refused', async () => {
    const answer = await api.call(
      ada,
      'POST',
      'topics',
      { categoryId: await api.category(), title: 'Bearing', source: 'x' },
      { key: 'short' },
    )
    expect(answer.status).toBe(400)
  })
})
