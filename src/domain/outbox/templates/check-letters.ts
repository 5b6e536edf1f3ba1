import type { Instant } from '#src/contract/instant.ts'
import { plural } from '#src/contract/plural.ts'
import { composeLetter, type LetterPart, type LetterSite, letterTime } from '../letter.ts'

/** A check of the security test that fails. `wasMended`: it had failed before and was mended. */
export type FailedCheck = { key: string; title: string; said: string; since: Instant; wasMended: boolean }

/** Notice to the owners of checks that fail. */
export function checksFailed(site: LetterSite, failed: readonly FailedCheck[]) {
  return composeLetter(site, {
    template: 'checks-failed',
    subject: `Security test of ${site.siteName}: ${plural(failed.length, 'check')} failed`,
    parts: [
      ...failed.flatMap(({ title, said, since, wasMended }): LetterPart[] => [
        { heading: title },
        `${said} It has failed since ${letterTime(since)}.${wasMended ? ' It had been mended before.' : ''}`,
      ]),
      { button: 'Open the security test', path: '/admin/security-test' },
    ],
  })
}
