import type { OwnReport, ReportStatus, ReportType, WishStatus } from '#src/contract/report.ts'

export const KIND = { problem: 'Problem', improvement: 'Suggestion' } as const satisfies Record<ReportType, string>

/** The status of a report in a word, and its meaning for the reporter. */
export const STATUS = {
  unverified: { word: 'Not verified', means: 'Click the link in our email to verify it.' },
  open: { word: 'Open', means: 'We received it but have not started on it.' },
  in_progress: { word: 'In progress', means: 'We are working on it.' },
  resolved: { word: 'Resolved', means: 'We have dealt with it.' },
  dismissed: { word: 'Closed', means: 'We reviewed it and will not act on it.' },
} as const satisfies Record<ReportStatus, { word: string; means: string }>

/** The meaning of a report that became a wish. */
export const ON_WISHLIST = 'It is on our wishlist.'

/** What the status of a report means. A report that became a wish is resolved, but not done. */
export function getMeaning({ status, wish }: Pick<OwnReport, 'status' | 'wish'>): string {
  return status === 'resolved' && wish ? ON_WISHLIST : STATUS[status].means
}

const WISH = {
  idea: 'Nothing is decided yet.',
  planned: 'We plan to do it',
  in_progress: 'We are working on it',
  shipped: 'You asked, we did: it is done.',
  declined: 'We decided not to do it.',
} as const satisfies Record<WishStatus, string>

/** The status of the wish that a report led to. `target` is free text such as `March 2027`. */
export function wishSentence({ status, target }: NonNullable<OwnReport['wish']>): string {
  if (status !== 'planned' && status !== 'in_progress') return WISH[status]
  return target === null ? `${WISH[status]}.` : `${WISH[status]}: ${target}.`
}
