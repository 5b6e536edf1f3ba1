import { isIP } from 'node:net'
import { isUuid } from '#src/contract/uuid.ts'

/** The five values by which links say what brought a visitor, as statistics keep them; empty where there is none. */
export type Campaign = Record<'utmSource' | 'utmMedium' | 'utmCampaign' | 'utmContent' | 'utmTerm', string>

const LONGEST = 100

/** Hosts that many visitors come from, under the names people know. */
const NAMES: readonly (readonly [host: RegExp, name: string])[] = [
  [/^mail\.google\.com$/, 'gmail'],
  [/^([a-z]+\.)?google(\.[a-z]{2,3}){1,2}$/, 'google'],
  [/(^|\.)bing\.com$/, 'bing'],
  [/(^|\.)duckduckgo\.com$/, 'duckduckgo'],
  [/(^|\.)yahoo\.com$/, 'yahoo'],
  [/(^|\.)linkedin\.com$|^lnkd\.in$/, 'linkedin'],
  [/(^|\.)facebook\.com$/, 'facebook'],
  [/(^|\.)instagram\.com$/, 'instagram'],
  [/(^|\.)(twitter|x)\.com$|^t\.co$/, 'x'],
  [/(^|\.)youtube\.com$/, 'youtube'],
  [/(^|\.)reddit\.com$/, 'reddit'],
  [/^outlook\.(live|office|office365)\.com$/, 'outlook'],
  [/^teams\.(microsoft|live)\.com$|\.teams\.cdn\.office\.net$/, 'teams'],
  [/^(chatgpt\.com|chat\.openai\.com)$/, 'chatgpt'],
]

/** The site that a visitor came from: a host without its `www`, or a known name. Empty for our own, for none, and for an address. */
export function readSource(referrer: string | null | undefined, siteUrl: string): string {
  const url = referrer ? URL.parse(referrer) : null
  if (!url || !/^https?:$/.test(url.protocol)) return ''
  if (url.hostname === URL.parse(siteUrl)?.hostname) return ''
  const host = url.hostname.replace(/^www\./, '')
  const name = NAMES.find(([known]) => known.test(host))?.[1]
  if (name !== undefined) return name
  const isKept = host.includes('.') && host.length <= LONGEST && !host.startsWith('[') && !isPersonal(host)
  return isKept ? host : ''
}

/** The campaign in the query of a page. */
export function readCampaign(query: URLSearchParams): Campaign {
  const read = (name: string) => cleanValue(query.get(`utm_${name}`) ?? '')
  return {
    ...{ utmSource: read('source'), utmMedium: read('medium'), utmCampaign: read('campaign') },
    ...{ utmContent: read('content'), utmTerm: read('term') },
  }
}

/** A value of a campaign in lower case; empty for what names a person or opens something. */
function cleanValue(value: string): string {
  const text = value
    .normalize('NFC')
    .replace(/[\p{C}\s]+/gu, ' ')
    .trim()
  return isPersonal(text) ? '' : [...text.toLowerCase()].slice(0, LONGEST).join('').trim()
}

/** True for what looks like an email address, an IP address, an address of a page, an id or a token. */
function isPersonal(text: string): boolean {
  if (/@|%40|:\/\//i.test(text) || isUuid(text) || isIP(text) !== 0 || /\d+(\.\d+){3}/.test(text)) return true
  const pieces = text.split(/[^\p{L}\p{N}_-]+/u)
  return pieces.some((piece) => [piece.replace(/[_-]/g, ''), ...piece.split(/[_-]/)].some(isRandom))
}

/** Long, and hexadecimal, or with capitals, small letters and digits that change places nearly as often as they do by chance. */
function isRandom(piece: string): boolean {
  if (piece.length < 16) return false
  if (/^\d[\da-f]*$|^[a-f]+\d[\da-f]*$/i.test(piece)) return true
  const changes = piece.match(/[a-z](?=[A-Z\d])|[A-Z](?=[a-z\d])|\d(?=[a-zA-Z])/g)?.length ?? 0
  return changes >= Math.max(5, piece.length * (/[A-Z]/.test(piece) ? 0.28 : 0.2))
}
