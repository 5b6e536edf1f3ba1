import type { Instant } from '#src/contract/instant.ts'
import { formatSiteTime } from '#src/contract/site-time.ts'
import { composeLetter, type LetterPart, type LetterSite } from '../letter.ts'

type Invited = { name: string; vendorName: string; expiresAt: Instant; path: string }

/** To a person of a vendor, whom an administrator gives access to the portal. */
export function vendorInvited(site: LetterSite, { name, vendorName, expiresAt, path }: Invited) {
  return composeLetter(site, {
    template: 'vendor-invite',
    subject: `You are invited to the vendor portal of ${site.siteName}`,
    recipientName: name,
    parts: [
      `For ${vendorName}, you now have access to our vendor portal. There you find the workshops that you are part of, with dates, times and addresses, and what we need from you for each of them.`,
      'You do not need an account or a password. Whenever you want to sign in, we email you a link.',
      { button: 'Accept the invitation', path },
      `The invitation works once, until ${formatSiteTime(expiresAt)}. Opening it changes nothing until you press the button on the page.`,
      'If you did not expect this email, you can ignore it. No one gets access without this link.',
    ],
  })
}

type SignIn = { name: string; links: readonly { vendorName: string; path: string }[] }

/** To a contact who asked for a link, with one button for each vendor that they work for. */
export function vendorSignIn(site: LetterSite, { name, links }: SignIn) {
  const label = (vendorName: string) => (links.length === 1 ? 'Sign in' : `Sign in for ${vendorName}`)
  const buttons: LetterPart[] = links.map(({ vendorName, path }) => ({ button: label(vendorName), path }))
  const [only] = links.length === 1 ? links : []
  return composeLetter(site, {
    template: 'vendor-sign-in',
    subject: `Sign in to the vendor portal of ${site.siteName}`,
    recipientName: name,
    parts: [
      only
        ? `For ${only.vendorName}, here is your link to the vendor portal.`
        : 'Here are your links to the vendor portal, one for each company that you work with us for.',
      ...buttons,
      `${only ? 'It works' : 'Each works'} once, for 15 minutes. Opening it changes nothing until you press the button on the page.`,
      'If you did not ask for this email, you can ignore it. No one can sign in without it.',
    ],
  })
}

type Nudged = {
  name: string
  vendorName: string
  tasks: { title: string; eventName: string; due: string }[]
}

/** To each contact of a vendor from which something is missing, sent by hand. */
export function vendorNudged(site: LetterSite, { name, vendorName, tasks }: Nudged) {
  const lines = tasks.map(({ title, eventName, due }): LetterPart[] => [`${title}, for ${eventName}. Due ${due}.`])
  return composeLetter(site, {
    template: 'vendor-nudge',
    subject: `A reminder: what we still need from ${vendorName}`,
    recipientName: name,
    parts: [
      `For our workshops we still need this from ${vendorName}:`,
      { items: lines, isNumbered: false },
      'You can hand it in on the vendor portal.',
      { button: 'Open the vendor portal', path: '/vendor-portal' },
    ],
  })
}

type Decided = { name: string; vendorName: string; accepted: string; returned: string; note: string | null }

/** To the contact whose proposal was decided: which fields, and why something was returned. */
export function proposalDecided(site: LetterSite, { name, vendorName, accepted, returned, note }: Decided) {
  const parts: LetterPart[] = [`For ${vendorName}, we have looked at the changes that you proposed.`]
  if (accepted) parts.push(`Accepted: ${accepted}. Our pages show this within a few minutes.`)
  if (returned) parts.push(`Returned: ${returned}.`)
  if (note !== null) parts.push('Our note:', { quote: note })
  if (returned) parts.push('You can change it and propose it again at any time.')
  return composeLetter(site, {
    template: 'proposal-decided',
    subject:
      returned.length > 0 ? `Your changes for ${vendorName} need another look` : `Your changes for ${vendorName}`,
    recipientName: name,
    parts: [...parts, { button: 'Open the vendor portal', path: '/vendor-portal' }],
  })
}
