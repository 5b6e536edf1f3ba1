import { expect, test } from 'vitest'
import type { VerifiedReport } from '#src/contract/report.ts'
import { REPORT_LINK_DEAD } from '#src/contract/report-link.ts'
import { ApiError } from '../call.ts'
import { createVerification } from './verification.ts'

const verified: VerifiedReport = { reportType: 'problem', status: 'open', statusToken: 'xyz' }

test('opening a link sends nothing; the click does', async () => {
  const sent: string[] = []
  const { $state, open, verify } = createVerification(async (token) => {
    sent.push(token)
    return verified
  })
  open('abc')
  expect([sent, $state.get()]).toEqual([[], { name: 'waiting' }])
  const clicked = verify()
  expect($state.get()).toEqual({ name: 'busy' })
  await clicked
  expect([sent, $state.get()]).toEqual([['abc'], { name: 'done', report: verified }])
})

test('without a token there is nothing to click', () => {
  const { $state, open } = createVerification(() => Promise.reject(new Error('sent')))
  open(undefined)
  expect($state.get()).toEqual({ name: 'gone' })
  open('')
  expect($state.get()).toEqual({ name: 'dead' })
})

test('a lost answer leaves the button, with the reason; a dead link does not', async () => {
  const faults = [
    new ApiError({ status: 0, code: 'offline', detail: 'No connection.' }),
    new ApiError({ status: 404, code: 'not_found', detail: REPORT_LINK_DEAD }),
  ]
  const { $state, open, verify } = createVerification(() => Promise.reject(faults.shift()))
  open('abc')
  await verify()
  expect($state.get()).toEqual({ name: 'waiting', failure: 'No connection.' })
  await verify()
  expect($state.get()).toEqual({ name: 'dead' })
})

test('the answer to a link that was left meanwhile counts for nothing', async () => {
  let answer = (_: VerifiedReport) => {}
  const { $state, open, verify } = createVerification(
    () =>
      new Promise((done) => {
        answer = done
      }),
  )
  open('first')
  const clicked = verify()
  open('second')
  answer(verified)
  await clicked
  expect($state.get()).toEqual({ name: 'waiting' })
})
