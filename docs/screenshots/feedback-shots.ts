import type { Page } from '@playwright/test'
import type { OwnReport, OwnReports } from '#src/contract/report.ts'
import type { Shot } from './take.ts'

/** The pictures of /feedback and /verify-report. What an API would have to be asked for is answered here. */

const phone = { width: 360, height: 740 }
const desk = { width: 1440, height: 900 }
const dark = { colorScheme: 'dark' } as const

const report = (fields: Pick<OwnReport, 'id' | 'title' | 'status'> & Partial<OwnReport>): OwnReport => ({
  reportType: 'improvement',
  answer: null,
  wish: null,
  createdAt: Date.now() - 40 * 86_400_000,
  updatedAt: Date.now(),
  ...fields,
})
const own: OwnReports = {
  reports: [
    report({
      id: 'a',
      reportType: 'problem',
      title: 'The agenda prints without its times',
      status: 'in_progress',
      answer: 'We have found it: the times fall off the page. Until it is mended the calendar file has them.',
    }),
    report({
      id: 'b',
      title: 'A packing list for the hands-on afternoon',
      status: 'resolved',
      wish: { status: 'planned', target: 'March 2027' },
    }),
    report({ id: 'c', title: 'Record the sessions', status: 'dismissed' }),
  ],
}
const answered = (page: Page) => page.route('**/api/reports/status', (route) => route.fulfill({ json: own }))
const listed = (page: Page) => page.getByRole('heading', { name: 'Record the sessions' }).waitFor()
const verifiable = (page: Page) => page.getByRole('button', { name: 'Verify my report', disabled: false }).waitFor()
const linked = '/feedback#reports=x'

export const feedbackShots: Shot[] = [
  { name: 'feedback-1440', path: '/feedback', size: desk },
  { name: 'feedback-360-dark', path: '/feedback', size: phone, look: dark },
  { name: 'feedback-without-scripts-360', path: '/feedback', size: phone, look: { javaScriptEnabled: false } },
  { name: 'feedback-own-1440', path: linked, size: desk, before: answered, after: listed, fold: true },
  { name: 'feedback-own-360-dark', path: linked, size: phone, look: dark, before: answered, after: listed, fold: true },
  { name: 'verify-report-1440', path: '/verify-report#token=x', size: desk, after: verifiable, fold: true },
  { name: 'verify-report-360-dark', path: '/verify-report#token=x', size: phone, look: dark, after: verifiable, fold: true },
]
