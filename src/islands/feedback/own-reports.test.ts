import { expect, test } from 'vitest'
import type { OwnReport, OwnReports } from '#src/contract/report.ts'
import { REPORT_LINK_DEAD } from '#src/contract/report-link.ts'
import { ApiError } from '../call.ts'
import { createOwnReports } from './own-reports.ts'

const report: OwnReport = {
  id: 'r1',
  reportType: 'problem',
  title: 'The agenda prints without times',
  status: 'open',
  answer: null,
  wish: null,
  createdAt: 1,
  updatedAt: 1,
}
const offline = new ApiError({ status: 0, code: 'offline', detail: 'No connection.' })
const dead = new ApiError({ status: 404, code: 'not_found', detail: REPORT_LINK_DEAD })

test('a link opens what is behind it', async () => {
  const asked: string[] = []
  const { $state, open } = createOwnReports(async (token) => {
    asked.push(token)
    return { reports: [report] }
  })
  await open('abc')
  expect(asked).toEqual(['abc'])
  expect($state.get()).toEqual({ status: 'ready', reports: [report] })
})

test('without a token nobody is asked: a page loaded again has forgotten it, a broken one is dead', async () => {
  const { $state, open } = createOwnReports(() => Promise.reject(new Error('asked')))
  await open(undefined)
  expect($state.get()).toEqual({ status: 'gone' })
  await open('')
  expect($state.get()).toEqual({ status: 'dead' })
})

test('a server that does not answer can be asked again, with the same link', async () => {
  const asked: string[] = []
  const faults = [offline, dead]
  const { $state, open, retry } = createOwnReports((token) => {
    asked.push(token)
    return Promise.reject(faults.shift())
  })
  await open('abc')
  expect($state.get()).toEqual({ status: 'failed', message: 'No connection.' })
  await retry()
  expect($state.get()).toEqual({ status: 'dead' })
  expect(asked).toEqual(['abc', 'abc'])
})

test('the answer to a link that was left meanwhile counts for nothing', async () => {
  const waiting: ((answer: OwnReports) => void)[] = []
  const { $state, open } = createOwnReports(() => new Promise((done) => waiting.push(done)))
  const both = [open('first'), open('second')]
  waiting[1]?.({ reports: [] })
  waiting[0]?.({ reports: [report] })
  await Promise.all(both)
  expect($state.get()).toEqual({ status: 'ready', reports: [] })
})
