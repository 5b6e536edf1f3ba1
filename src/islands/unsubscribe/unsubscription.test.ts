import { expect, test } from 'vitest'
import { LINK_DEAD } from '#src/contract/dead-link.ts'
import type { MailStatus, UnsubscribeStatus } from '#src/contract/unsubscribe.ts'
import { ApiError } from '../call.ts'
import { createUnsubscription } from './unsubscription.ts'

const [alpha, beta] = [
  { id: 'a', title: 'Alpha', isMuted: false },
  { id: 'b', title: 'Beta', isMuted: false },
]
const mailStatus: MailStatus = { mail: 'at_once', topics: [alpha, beta] }
const ready = { token: 'abc', mailStatus, busy: null, failure: null }
const offline = new ApiError({ status: 0, code: 'offline', detail: 'No connection.' })
const dead = new ApiError({ status: 404, code: 'not_found', detail: LINK_DEAD })

/** Calls that are written down, and fail in turn with `faults`. */
function calls(faults: (ApiError | null)[] = [], status: UnsubscribeStatus = mailStatus) {
  const sent: unknown[] = []
  const answer = async <T>(call: unknown, value: T): Promise<T> => {
    sent.push(call)
    const fault = faults.shift()
    if (fault) throw fault
    return value
  }
  const look = (token: string) => answer(['look', token], status)
  const end = (token: string, topicId: string | null) => answer(['end', token, topicId], undefined)
  const resume = (token: string) => answer(['resume', token], undefined)
  const unsubscription = createUnsubscription({ look, end, resume })
  const shown = () => {
    const state = unsubscription.$state.get()
    if (state.status === 'ready') return state.value
    return state.status === 'failed' ? unsubscription.explain(state.fault) : state.status
  }
  return { sent, shown, ...unsubscription }
}

test('opening a link looks and ends nothing; the click does', async () => {
  const { sent, shown, open, end } = calls()
  await open('abc')
  expect([sent, shown()]).toEqual([[['look', 'abc']], ready])
  const clicked = end(null)
  expect(shown()).toEqual({ ...ready, busy: 'all' })
  await clicked
  expect(sent.at(-1)).toEqual(['end', 'abc', null])
  expect(shown()).toEqual({ ...ready, mailStatus: { ...mailStatus, mail: 'none' } })
})

test('ending the mails about one topic leaves the others', async () => {
  const { shown, open, end } = calls()
  await open('abc')
  await end('b')
  expect(shown()).toEqual({ ...ready, mailStatus: { ...mailStatus, topics: [alpha, { ...beta, isMuted: true }] } })
})

test('emails of a kind stop with one click, and are sent again with another', async () => {
  const kind: UnsubscribeStatus = { kind: 'event-mail', masked: 'a…@plant.example', isStopped: false }
  const { sent, shown, open, end, resume } = calls([], kind)
  await open('abc')
  await end(null)
  expect(shown()).toEqual({ ...ready, mailStatus: { ...kind, isStopped: true } })
  await resume()
  expect([sent.at(-1), shown()]).toEqual([['resume', 'abc'], { ...ready, mailStatus: kind }])
})

test('a second click while one is on its way sends nothing', async () => {
  const { sent, open, end } = calls()
  await open('abc')
  await Promise.all([end(null), end('a')])
  expect(sent).toEqual([
    ['look', 'abc'],
    ['end', 'abc', null],
  ])
})

test('makes no call without a token', async () => {
  const { sent, shown, open } = calls()
  await open(undefined)
  expect(shown()).toBe('gone')
  await open('')
  expect([shown(), sent]).toEqual(['dead', []])
})

test('a lost answer leaves what there was, with the reason; a dead link leaves nothing', async () => {
  const { shown, open, load, end } = calls([offline, null, offline, dead])
  await open('abc')
  expect(shown()).toBe('failed')
  await load()
  await end(null)
  expect(shown()).toEqual({ ...ready, failure: 'No connection.' })
  await end(null)
  expect(shown()).toBe('dead')
})

test('the answer to a link that was replaced since is ignored', async () => {
  const { shown, open } = calls()
  await Promise.all([open('first'), open(undefined)])
  expect(shown()).toBe('gone')
})
