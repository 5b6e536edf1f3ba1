import type { Instant } from '#src/contract/instant.ts'
import { escapeMarkup } from '#src/contract/markup.ts'
import { DEFAULT_TIME_ZONE } from '#src/contract/time-zone.ts'
import type { Template } from './templates.ts'

/** What mails about a change of an account advise its owner. */
export const IF_NOT_YOU =
  'If this was you, you do not need to do anything. If not, set a new password right away: choose "Forgot password?" on the sign-in page.'

/** The site a letter speaks for, from configuration and never from a request. (security TL7) */
export type LetterSite = { siteUrl: string; siteName: string }

/** A paragraph, a heading, a button or a plain link to a path of the site, or a quotation. */
export type LetterPart =
  | string
  | { heading: string }
  | { button: string; path: string }
  | { link: string; path: string }
  | { quote: string }

type Content = { template: Template; subject: string; parts: LetterPart[] }

/** A letter in plain text and in HTML from the same parts. */
export function composeLetter(site: LetterSite, { template, subject, parts }: Content): Letter {
  const line = oneLine(subject)
  return { template, subject: line, text: toText(site, parts), html: toHtml(site, line, parts) }
}

/** The address of a path on our own site. Throws for a path that would lead elsewhere. (security TL7) */
export function siteLink(siteUrl: string, path: string): string {
  const url = new URL(path, siteUrl)
  if (!path.startsWith('/') || url.origin !== new URL(siteUrl).origin)
    throw new Error('A link must be a path of the site')
  return url.href
}

function toText({ siteUrl, siteName }: LetterSite, parts: LetterPart[]): string {
  const blocks = parts.map((part) => {
    if (typeof part === 'string') return part
    if ('quote' in part) return part.quote.replace(/^/gm, '> ')
    if ('heading' in part) return `* ${part.heading}`
    return `${'button' in part ? part.button : part.link}:\n${siteLink(siteUrl, part.path)}`
  })
  return `${['Hello,', ...blocks].join('\n\n')}\n\n-- \n${siteName}\n${siteUrl}\n`
}

const BODY = 'margin:0;padding:24px;background:#f2f3ef;color:#1b211f;font:16px/1.5 system-ui,Arial,sans-serif'
const SHEET = 'max-width:560px;margin:0 auto;padding:32px;background:#ffffff;border-top:6px solid #1b211f'
const BUTTON =
  'display:inline-block;padding:12px 20px;background:#1b211f;color:#ffffff;font-weight:700;text-decoration:none'
const QUOTE = 'margin:0 0 16px;padding:4px 0 4px 16px;border-left:3px solid #9aa39f;white-space:pre-line'
const HEADING = 'margin:32px 0 16px;font-size:20px;line-height:1.3;overflow-wrap:anywhere'
const SMALL = 'font-size:14px;color:#4c5552;word-break:break-all'

function toHtml({ siteUrl, siteName }: LetterSite, subject: string, parts: LetterPart[]): string {
  const blocks = ['Hello,', ...parts].map((part) => {
    if (typeof part === 'string') return `<p style="margin:0 0 16px">${escapeMarkup(part)}</p>`
    if ('quote' in part) return `<blockquote style="${QUOTE}">${escapeMarkup(part.quote)}</blockquote>`
    if ('heading' in part) return `<h2 style="${HEADING}">${escapeMarkup(part.heading)}</h2>`
    const href = escapeMarkup(siteLink(siteUrl, part.path))
    if ('link' in part)
      return `<p style="margin:0 0 16px"><a href="${href}" style="color:#1b211f">${escapeMarkup(part.link)}</a></p>`
    const again = `<p style="margin:0 0 16px;${SMALL}">Or copy this address:<br><a href="${href}">${href}</a></p>`
    return `<p style="margin:24px 0"><a href="${href}" style="${BUTTON}">${escapeMarkup(part.button)}</a></p>${again}`
  })
  const footer = `<p style="margin:32px 0 0;${SMALL}">${escapeMarkup(siteName)}<br>${escapeMarkup(siteUrl)}</p>`
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeMarkup(subject)}</title></head>
<body style="${BODY}"><div style="${SHEET}">
${blocks.join('\n')}
${footer}
</div></body></html>
`
}

/** The text on one line: what could end a header line or start one becomes a space. (security OB6) */
export function oneLine(text: string): string {
  return text
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .replace(/ {2,}/g, ' ')
    .trim()
}

const DAY = { year: 'numeric', month: 'short', day: 'numeric', timeZone: DEFAULT_TIME_ZONE } as const
const DAYS = new Intl.DateTimeFormat('en-US', DAY)
const MOMENTS = new Intl.DateTimeFormat('en-US', {
  ...DAY,
  hour: 'numeric',
  minute: '2-digit',
  timeZoneName: 'short',
})

/** A day for people whose zone we do not know, by the one most of our events are in: `Nov 21, 2026`. */
export function letterDay(at: Instant): string {
  return DAYS.format(at)
}

/** A moment by the same zone, with its name: `Nov 21, 2026, 8:05 AM CST`. */
export function letterTime(at: Instant): string {
  return MOMENTS.format(at).replace('\u202f', ' ')
}

/** A mail as a template of this folder writes it; a mail that is optional also has a link that ends such mails with one click. */
export type Letter = { template: string; subject: string; text: string; html: string; unsubscribeUrl?: string }
