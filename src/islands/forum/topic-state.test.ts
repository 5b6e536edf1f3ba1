import { expect, test } from 'vitest'
import { aPostOfOthers, aTopicOfOthers } from '#tests/support/mine-fixture.ts'
import { ApiError } from '../call.ts'
import type { Thanks } from './forum-calls.ts'
import { createTopicState } from './topic-state.ts'

const TOPIC = {
  ...aTopicOfOthers,
  posts: [aPostOfOthers, { ...aPostOfOthers, id: 'b', hasThanked: true }],
}

async function opened() {
  const shown: [string, Thanks][] = []
  const failed: string[] = []
  const asked: [string, boolean][] = []
  let answer = Promise.withResolvers<Thanks>()
  const topicState = createTopicState({
    read: async () => TOPIC,
    thank: (postId, isOn) => {
      asked.push([postId, isOn])
      answer = Promise.withResolvers()
      return answer.promise
    },
    show: (postId, thanks) => void shown.push([postId, thanks]),
    fail: (message) => void failed.push(message),
  })
  await topicState.load('topic', ['a', 'b'])
  return {
    topicState,
    shown,
    failed,
    asked,
    answer: (thanks: Thanks) => answer.resolve(thanks),
    refuse: (fault: unknown) => answer.reject(fault),
  }
}

test('thanks show at once, and settle as the server counts them', async () => {
  const { topicState, shown, asked, answer } = await opened()
  const thanking = topicState.toggleThanks('a', 2)
  expect(shown).toEqual([['a', { thankCount: 3, hasThanked: true }]])
  answer({ thankCount: 7, hasThanked: true })
  await thanking
  expect(asked).toEqual([['a', true]])
  expect(shown.at(-1)).toEqual(['a', { thankCount: 7, hasThanked: true }])
})

test('thanks that were given are taken back', async () => {
  const { topicState, shown, asked, answer } = await opened()
  const thanking = topicState.toggleThanks('b', 2)
  expect(shown).toEqual([['b', { thankCount: 1, hasThanked: false }]])
  answer({ thankCount: 1, hasThanked: false })
  await thanking
  expect(asked).toEqual([['b', false]])
})

test('thanks that the server refuses stay as they were, and the reason is shown', async () => {
  const { topicState, shown, failed, refuse } = await opened()
  const thanking = topicState.toggleThanks('a', 2)
  refuse(new ApiError({ status: 403, code: 'forbidden', detail: 'Only approved members may.' }))
  await thanking
  expect(shown.at(-1)).toEqual(['a', { thankCount: 2, hasThanked: false }])
  expect(failed).toEqual(['Only approved members may.'])
})

test('a second press while the first is on its way does nothing', async () => {
  const { topicState, asked } = await opened()
  void topicState.toggleThanks('a', 0)
  void topicState.toggleThanks('a', 1)
  expect(asked).toHaveLength(1)
})
