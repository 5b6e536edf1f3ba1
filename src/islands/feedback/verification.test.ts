import { expect, test } from 'vitest'
import { LINK_DEAD } from '#src/contract/dead-link.ts'
import type { VerifiedReport } from '#src/contract/report.ts'
import { ApiError } from '../call.ts'
import { createVerification } from './verification.ts'

const verified: VerifiedReport = { reportType: 'problem', status: 'open', statusToken: 'xyz' }
const waiting = { token: 'abc', report: null, isBusy: false, failure: null }

test('opening a link sends nothing; the click does', async () => {
  const sent: string[] = []
  const { $state, open, verify } = createVerification(async (token) => {
    sent.push(token)
    return verified
  })
  await open('abc')
  expect(sent).toEqual([])
  expect($state.get()).toMatchObject({ value: waiting })
  const clicked = verify()
  expect($state.get()).toMatchObject({ value: { ...waiting, isBusy: true } })
  await clicked
  expect(sent).toEqual(['abc'])
  expect($state.get()).toMatchObject({ value: { ...waiting, report: verified } })
})

test('a second click while one is on its way, or without a link, sends nothing', async () => {
  const sent: string[] = []
  const { open, verify } = createVerification(async (token) => {
    sent.push(token)
    return verified
  })
  await verify()
  await open('')
  await verify()
  await open('abc')
  await Promise.all([verify(), verify()])
  expect(sent).toEqual(['abc'])
})

test('a lost answer leaves the button, with the reason; a dead link does not', async () => {
  const faults = [
    new ApiError({ status: 0, code: 'offline', detail: 'No connection.' }),
    new ApiError({ status: 404, code: 'not_found', detail: LINK_DEAD }),
  ]
  const { $state, open, verify, explain } = createVerification(() => Promise.reject(faults.shift()))
  await open('abc')
  await verify()
  expect($state.get()).toMatchObject({ value: { ...waiting, failure: 'No connection.' } })
  await verify()
  const state = $state.get()
  expect(state.status === 'failed' && explain(state.fault)).toBe('dead')
})
