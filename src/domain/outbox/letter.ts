import type { Instant } from '#src/contract/instant.ts'
import { escapeMarkup } from '#src/contract/markup.ts'
import { DEFAULT_TIME_ZONE } from '#src/contract/time-zone.ts'
import type { Template } from './templates.ts'

/** What mails about a change of an account advise its owner. */
export const IF_NOT_YOU =
  'If this was you, you do not need to do anything. If not, set a new password right away: choose "Forgot password?" on the sign-in page.'

/** The site a letter speaks for, from configuration and never from a request. (security TL7) */
export type LetterSite = { siteUrl: string; siteName: string }

/** A piece of a paragraph. `href` is a web address or `mailto:`, of any site. */
export type Run = { text: string; isBold?: boolean; isItalic?: boolean; href?: string }

/**
 * A paragraph, a heading, a button or a plain link to a path of the site, a quotation, or what an editor wrote: a paragraph of
 * runs, a list whose items are parts, and quoted parts.
 */
export type LetterPart =
  | string
  | { heading: string }
  | { button: string; path: string }
  | { link: string; path: string }
  | { quote: string }
  | { runs: Run[] }
  | { items: LetterPart[][]; isNumbered: boolean }
  | { quoted: LetterPart[] }

type Content = {
  template: Template
  subject: string
  parts: LetterPart[]
  recipientName?: string | null
  /** The token of the links that end such mails; absent or null for a mail without them. */
  unsubscribeToken?: string | null
}

/** A letter in plain text and in HTML from the same parts. */
export function composeLetter(site: LetterSite, content: Content): Letter {
  const { template, subject, parts, recipientName, unsubscribeToken: token = null } = content
  const line = oneLine(subject)
  const hello = recipientName ? `Hello ${oneLine(recipientName)},` : 'Hello,'
  const stop: LetterPart[] = token === null ? [] : [{ link: 'Stop these emails', path: `/unsubscribe#token=${token}` }]
  const whole = [hello, ...parts, ...stop]
  const letter = { template, subject: line, text: toText(site, whole), html: toHtml(site, line, whole) }
  if (token === null) return letter
  return { ...letter, unsubscribeUrl: siteLink(site.siteUrl, `/api/unsubscribe/one-click?token=${token}`) }
}

/** The address of a path on our own site. Throws for a path that would lead elsewhere. (security TL7) */
export function siteLink(siteUrl: string, path: string): string {
  const url = new URL(path, siteUrl)
  if (!path.startsWith('/') || url.origin !== new URL(siteUrl).origin)
    throw new Error('A link must be a path of the site')
  return url.href
}

function toText(site: LetterSite, parts: LetterPart[]): string {
  return `${partsToText(site, parts)}\n\n-- \n${site.siteName}\n${site.siteUrl}\n`
}

function partsToText(site: LetterSite, parts: LetterPart[]): string {
  return parts.map((part) => partToText(site, part)).join('\n\n')
}

function partToText(site: LetterSite, part: LetterPart): string {
  if (typeof part === 'string') return part
  if ('quote' in part) return part.quote.replace(/^/gm, '> ')
  if ('quoted' in part) return partsToText(site, part.quoted).replace(/^/gm, '> ')
  if ('heading' in part) return `* ${part.heading}`
  if ('runs' in part) return part.runs.map(runToText).join('')
  if ('items' in part)
    return part.items.map((item, at) => itemToText(site, item, part.isNumbered ? at + 1 : null)).join('\n')
  return `${'button' in part ? part.button : part.link}:\n${siteLink(site.siteUrl, part.path)}`
}

function itemToText(site: LetterSite, item: LetterPart[], number: number | null): string {
  const sign = number === null ? '- ' : `${number}. `
  const text = item.map((part) => partToText(site, part)).join('\n')
  return `${sign}${text.replaceAll('\n', `\n${' '.repeat(sign.length)}`)}`
}

function runToText({ text, href }: Run): string {
  const address = href?.replace(/^mailto:/, '')
  return address === undefined || address === text ? text : `${text} (${address})`
}

const BODY = 'margin:0;padding:24px;background:#f2f3ef;color:#1b211f;font:16px/1.5 system-ui,Arial,sans-serif'
const SHEET = 'max-width:560px;margin:0 auto;padding:32px;background:#ffffff;border-top:6px solid #1b211f'
const BUTTON =
  'display:inline-block;padding:12px 20px;background:#1b211f;color:#ffffff;font-weight:700;text-decoration:none'
const QUOTE = 'margin:0 0 16px;padding:4px 0 4px 16px;border-left:3px solid #9aa39f'
const HEADING = 'margin:32px 0 16px;font-size:20px;line-height:1.3;overflow-wrap:anywhere'
const SMALL = 'font-size:14px;color:#4c5552;word-break:break-all'
const LIST = 'margin:0 0 16px;padding-left:24px'
const PARAGRAPH = 'margin:0 0 16px'

function toHtml(site: LetterSite, subject: string, parts: LetterPart[]): string {
  const { siteUrl, siteName } = site
  const footer = `<p style="margin:32px 0 0;${SMALL}">${escapeMarkup(siteName)}<br>${escapeMarkup(siteUrl)}</p>`
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeMarkup(subject)}</title></head>
<body style="${BODY}"><div style="${SHEET}">
${partsToHtml(site, parts)}
${footer}
</div></body></html>
`
}

function partsToHtml(site: LetterSite, parts: LetterPart[]): string {
  return parts.map((part) => partToHtml(site, part)).join('\n')
}

function partToHtml(site: LetterSite, part: LetterPart): string {
  if (typeof part === 'string') return `<p style="${PARAGRAPH}">${escapeMarkup(part)}</p>`
  if ('quote' in part)
    return `<blockquote style="${QUOTE};white-space:pre-line">${escapeMarkup(part.quote)}</blockquote>`
  if ('quoted' in part) return `<blockquote style="${QUOTE}">${quotedToHtml(site, part.quoted)}</blockquote>`
  if ('heading' in part) return `<h2 style="${HEADING}">${escapeMarkup(part.heading)}</h2>`
  if ('runs' in part) return `<p style="${PARAGRAPH}">${part.runs.map(runToHtml).join('')}</p>`
  if ('items' in part) {
    const tag = part.isNumbered ? 'ol' : 'ul'
    const items = part.items.map((item) => `<li>${item.map((inner) => itemPartToHtml(site, inner)).join('\n')}</li>`)
    return `<${tag} style="${LIST}">\n${items.join('\n')}\n</${tag}>`
  }
  const href = escapeMarkup(siteLink(site.siteUrl, part.path))
  if ('link' in part)
    return `<p style="${PARAGRAPH}"><a href="${href}" style="color:#1b211f">${escapeMarkup(part.link)}</a></p>`
  const again = `<p style="${PARAGRAPH};${SMALL}">Or copy this address:<br><a href="${href}">${href}</a></p>`
  return `<p style="margin:24px 0"><a href="${href}" style="${BUTTON}">${escapeMarkup(part.button)}</a></p>${again}`
}

/** Paragraphs alone have only a gap between them, so that the line beside them ends with the text. */
function quotedToHtml(site: LetterSite, parts: LetterPart[]): string {
  const isPlain = parts.every((part) => typeof part === 'object' && 'runs' in part)
  return isPlain ? parts.map((part) => itemPartToHtml(site, part)).join('<br><br>') : partsToHtml(site, parts)
}

/** An item that is one paragraph needs none of its own. */
function itemPartToHtml(site: LetterSite, part: LetterPart): string {
  return typeof part === 'object' && 'runs' in part ? part.runs.map(runToHtml).join('') : partToHtml(site, part)
}

function runToHtml({ text, isBold = false, isItalic = false, href }: Run): string {
  const words = escapeMarkup(text).replaceAll('\n', '<br>')
  const strong = isBold ? `<strong>${words}</strong>` : words
  const inner = isItalic ? `<em>${strong}</em>` : strong
  if (href === undefined) return inner
  if (!/^(?:https?:\/\/|mailto:)/.test(href)) throw new Error('A link in a mail must be a web or email address')
  return `<a href="${escapeMarkup(href)}" style="color:#1b211f">${inner}</a>`
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

/** A day for people whose zone we do not know, by the one most of our events are in: `Nov 21, 2026`. */
export function letterDay(at: Instant): string {
  return DAYS.format(at)
}

/** A mail as a template of this folder writes it; a mail that is optional also has a link that ends such mails with one click. */
export type Letter = { template: string; subject: string; text: string; html: string; unsubscribeUrl?: string }
