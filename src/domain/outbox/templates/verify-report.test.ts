import { expect, test } from 'vitest'
import { verifyReport } from './report-letters.ts'

const site = { siteName: 'Uptime Workshops', siteUrl: 'https://uptime.example' }

test.each([
  ['problem', 'Verify your problem report from Nov 21, 2026', 'Verify my report'],
  ['improvement', 'Verify your suggestion from Nov 21, 2026', 'Verify my suggestion'],
] as const)('a %s is verified under its own name', (reportType, subject, button) => {
  // In the evening of the day before, where most of our readers are.
  const reportedAt = Date.UTC(2026, 10, 22, 3)
  const letter = verifyReport(site, { reportType, reportedAt, path: '/verify-report#token=t' })
  expect(letter.subject).toBe(subject)
  expect(letter.text).toContain(button)
})
