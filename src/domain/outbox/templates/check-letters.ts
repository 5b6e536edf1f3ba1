import type { Instant } from '#src/contract/instant.ts'
import { plural } from '#src/contract/plural.ts'
import { formatSiteTime } from '#src/contract/site-time.ts'
import { composeLetter, type Letter, type LetterPart, type LetterSite, siteLink } from '../letter.ts'

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
        `${said} It has failed since ${formatSiteTime(since)}.${wasMended ? ' It had been mended before.' : ''}`,
      ]),
      { button: 'Open the security test', path: '/admin/security-test' },
    ],
  })
}

/**
 * A mail whose source is judged as it was received. It has the headers of a mail that can be unsubscribed from, to see whether they
 * arrive; the link in them leads to no one's settings.
 */
export function roundTripLetter(site: LetterSite, token: string): Letter {
  const letter = composeLetter(site, {
    template: 'mail-round-trip',
    subject: `Test of the email of ${site.siteName}: ${token}`,
    parts: [
      `This is a test. An administrator of ${site.siteName} gave your address to find out whether our mail arrives as it was sent.`,
      'If you are that administrator, open the source of this message (in most mail programs "Show original" or "View source"), copy all of it, and paste it into the round trip.',
      'Otherwise you do not need to do anything. You are on no mailing list, and we have not kept your address for anything else.',
      `Mark of this test: ${token}`,
    ],
  })
  return { ...letter, unsubscribeUrl: siteLink(site.siteUrl, '/api/unsubscribe/one-click?token=round-trip') }
}
