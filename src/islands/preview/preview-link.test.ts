import { expect, test } from 'vitest'
import { type EventPreview, PREVIEW_DEAD } from '#src/contract/event-preview.ts'
import { someRows } from '#tests/support/event-fixture.ts'
import { ApiError } from '../call.ts'
import { createPreview } from './preview-link.ts'

const preview: EventPreview = { rows: someRows({ isPublished: false }), now: 1, expiresAt: 2 }

test('the fragment is the token, and what it opens is shown', async () => {
  const asked: string[] = []
  const { $state, load } = createPreview(async (token) => {
    asked.push(token)
    return preview
  })
  await load('#abc_-9')
  expect(asked).toEqual(['abc_-9'])
  expect($state.get()).toEqual({ status: 'ready', preview })
})

test.each(['', '#', '#a b', '#<script>', `#${'a'.repeat(201)}`])(
  '%j is no token: nobody is asked',
  async (fragment) => {
    const { $state, load } = createPreview(() => Promise.reject(new Error('asked')))
    await load(fragment)
    expect($state.get()).toEqual({ status: 'dead' })
  },
)

test('a link that is over is dead; a server that does not answer can be asked again', async () => {
  const faults = [
    new ApiError({ status: 0, code: 'offline', detail: 'No connection.' }),
    new ApiError({ status: 404, code: 'not_found', detail: PREVIEW_DEAD }),
  ]
  const { $state, load } = createPreview(() => Promise.reject(faults.shift()))
  await load('#abc')
  expect($state.get()).toEqual({ status: 'failed', message: 'No connection.' })
  await load('#abc')
  expect($state.get()).toEqual({ status: 'dead' })
})

test('the answer to a link that was left meanwhile counts for nothing', async () => {
  const waiting: ((answer: EventPreview) => void)[] = []
  const { $state, load } = createPreview(() => new Promise((done) => waiting.push(done)))
  const both = [load('#first'), load('#second')]
  waiting[1]?.({ ...preview, expiresAt: 22 })
  waiting[0]?.({ ...preview, expiresAt: 11 })
  await Promise.all(both)
  expect($state.get()).toMatchObject({ preview: { expiresAt: 22 } })
})
