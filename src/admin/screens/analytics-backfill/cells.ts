import { IMPORT_LIMITS } from '#src/contract/analytics-import.ts'
import type { PlainDay } from '#src/contract/instant.ts'

const GROUPED = /^\d{1,3}(?:([.,'’\u00a0\u202f ])\d{3})(?:\1\d{3})*$/

/** A count: `1234`, or with the thousands of some language: `1,234`, `1.234`, `1 234`. Null for an empty cell, undefined for anything else. */
export function readCount(cell: string): number | null | undefined {
  if (cell === '') return null
  if (!/^\d+$/.test(cell) && !GROUPED.test(cell)) return undefined
  const count = Number(cell.replace(/\D/g, ''))
  return count > IMPORT_LIMITS.figure ? undefined : count
}

/** A day as `2026-09-22` or `20260922`; undefined for anything else, such as a date in the words of some language. */
export function readDay(cell: string): PlainDay | undefined {
  const [, year, month, date] = /^([12]\d{3})-?(\d\d)-?(\d\d)$/.exec(cell) ?? []
  if (!year) return undefined
  const day = `${year}-${month}-${date}`
  const at = new Date(`${day}T00:00Z`)
  // JavaScript engines read the 30th of February as the second of March.
  return Number.isNaN(at.getTime()) || at.toISOString().slice(0, 10) !== day ? undefined : day
}

/** The path of an address, without its query, which may say what nobody but the visitor should see. */
export function readPath(cell: string): string {
  const [path = ''] = cell.replace(/^https?:\/\/[^/?#]*/i, '').split(/[?#]/)
  return path.startsWith('/') || path.startsWith('(') ? path : `/${path}`
}

const NO_SOURCE = new Set(['direct / none', '(direct)', '(none)', '(not set)', 'direct', '(data not available)'])

/** Where visitors came from: a host or the name of a service; empty for none. */
export function readSource(cell: string): string {
  const plain = cell.replace(/^https?:\/\//i, '').replace(/^www\./i, '')
  if (NO_SOURCE.has(plain.toLowerCase())) return ''
  const [host = ''] = plain.split(/[/?#]/)
  return host.includes('@') ? '' : host
}

/** A value of a campaign; empty for none, and for what looks like the address of a person. */
export function readCampaign(cell: string): string {
  return cell.includes('@') || NO_SOURCE.has(cell.toLowerCase()) ? '' : cell.toLowerCase()
}

const DEVICES: Record<string, string> = {
  mobile: 'phone',
  phone: 'phone',
  tablet: 'tablet',
  desktop: 'desktop',
  laptop: 'desktop',
  'ultra-wide': 'desktop',
}

export const readDevice = (cell: string): string => DEVICES[cell.toLowerCase()] ?? ''

/** The family of a browser: `Firefox 132` is `Firefox`. */
export const readBrowser = (cell: string): string => cell.replace(/\s+[\d.]+$/, '')

let codes: Map<string, string> | undefined

/** A country as two letters, from its code, `US-TX` or its English name; empty if it is not known. */
export function readCountry(cell: string): string {
  const [, code] = /^([A-Za-z]{2})(?:-\w{1,3})?$/.exec(cell) ?? []
  if (code) return code.toUpperCase()
  codes ??= countryCodes()
  return codes.get(cell.toLowerCase()) ?? ''
}

const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']

function countryCodes(): Map<string, string> {
  const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })
  const pairs = LETTERS.flatMap((first) => LETTERS.map((second) => first + second))
  const known = pairs.flatMap((code) => {
    const name = names.of(code)
    return name ? [[name.toLowerCase(), code] as const] : []
  })
  // Names of countries that services write otherwise.
  return new Map([...known, ['türkiye', 'TR'], ['turkey', 'TR'], ['czech republic', 'CZ'], ['russia', 'RU']])
}
