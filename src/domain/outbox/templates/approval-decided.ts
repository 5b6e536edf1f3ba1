import { composeLetter, type LetterSite } from '../letter.ts'

/** What an administrator decided on a registration. */
export type ApprovalDecision = { approval: 'approved' } | { approval: 'rejected'; reason: string }

/** To who registered, when an administrator has decided. (product 4) */
export function approvalDecided(site: LetterSite, decision: ApprovalDecision) {
  if (decision.approval === 'approved') {
    return composeLetter(site, {
      template: 'approval-decided',
      subject: `Your account at ${site.siteName} is approved`,
      parts: [
        'An administrator has approved your registration. You can now post in the forum.',
        { button: 'Go to the forum', path: '/forum' },
      ],
    })
  }
  return composeLetter(site, {
    template: 'approval-decided',
    subject: `Your registration at ${site.siteName} was not approved`,
    parts: [
      'An administrator reviewed your registration and did not approve it. Reason:',
      { quote: decision.reason },
      'You can still sign in and read, but you cannot post.',
    ],
  })
}
