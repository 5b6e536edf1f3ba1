import { expect, test } from 'vitest'
import { ApiError } from '../call.ts'
import { createLinkResource } from './link-resource.ts'

const DEAD = 'This link no longer works.'
const offline = new ApiError({ status: 0, code: 'offline', detail: 'No connection.' })
const dead = new ApiError({ status: 404, code: 'not_found', detail: DEAD })

/** A link that answers in turn with these faults, and then with its own token. */
function link(faults: ApiError[] = []) {
  const asked: string[] = []
  const resource = createLinkResource(async (token) => {
    asked.push(token)
    const fault = faults.shift()
    if (fault) throw fault
    return token
  }, DEAD)
  const shown = () => {
    const state = resource.$state.get()
    if (state.status === 'ready') return state.value
    return state.status === 'failed' ? resource.explain(state.fault) : state.status
  }
  return { ...resource, asked, shown }
}

test('a link opens what is behind it', async () => {
  const { open, asked, shown } = link()
  const opening = open('abc_-9')
  expect(shown()).toBe('loading')
  await opening
  expect([asked, shown()]).toEqual([['abc_-9'], 'abc_-9'])
})

test.each([
  [undefined, 'gone'],
  ['', 'dead'],
  ['a b', 'dead'],
  ['<script>', 'dead'],
  ['a'.repeat(201), 'dead'],
])('nothing is requested for the token %j: the link is %s', async (token, why) => {
  const { open, asked, shown } = link()
  await open('before')
  await open(token)
  expect([asked, shown()]).toEqual([['before'], why])
})

test('a call that failed can be made again with the same link; a dead link is dead', async () => {
  const { $state, open, load, asked, shown } = link([offline, dead])
  await open('abc')
  expect($state.get()).toEqual({ status: 'failed', fault: offline })
  expect(shown()).toBe('failed')
  await load()
  expect([asked, shown()]).toEqual([['abc', 'abc'], 'dead'])
})

test('the answer to a link that was left counts for nothing', async () => {
  const waiting: ((answer: string) => void)[] = []
  const { $state, open } = createLinkResource(() => new Promise<string>((done) => waiting.push(done)), DEAD)
  const both = [open('first'), open('second')]
  waiting[1]?.('second')
  waiting[0]?.('first')
  await Promise.all(both)
  expect($state.get()).toMatchObject({ value: 'second' })
})

test('what is done with a link counts for nothing either once the link was left', async () => {
  const { open, act, shown } = link()
  await open('first')
  const answer = Promise.withResolvers<string>()
  const acting = act(
    'begun',
    () => answer.promise,
    () => 'failed',
  )
  expect(shown()).toBe('begun')
  await open('second')
  answer.reject(dead)
  await acting
  expect(shown()).toBe('second')
})
