import { remembered } from '#src/contract/remembered.ts'
import { instantAt } from '#src/contract/wall-clock.ts'
import { readBrowser, readCampaign, readCountry, readDevice, readPath, readSource } from './cells.ts'
import type { Collector } from './collect.ts'
import type { VisitCounter } from './visits.ts'

const UTM = ['utm_source', 'utm_medium', 'utm_campaign', 'utm_content', 'utm_term'] as const
const KNOWN = new Set([
  ...[
    'event_id',
    'website_id',
    'session_id',
    'visit_id',
    'created_at',
    'url_path',
    'url_query',
    'referrer_path',
    'referrer_query',
  ],
  ...[
    'referrer_domain',
    'page_title',
    'event_type',
    'event_name',
    'browser',
    'os',
    'device',
    'screen',
    'language',
    'country',
  ],
  ...['region', 'city', 'hostname', 'subdivision1', 'subdivision2', 'tag', 'distinct_id', ...UTM],
])

export const isUmami = (header: readonly string[]) =>
  ['session_id', 'created_at', 'url_path'].every((column) => header.includes(column))

/** The totals of a self-hosted Umami, which have no day. */
export const isUmamiTotals = (header: readonly string[]) =>
  header.length === 2 && header[0] === 'x' && header[1] === 'y'

/** Reads the single events of Umami Cloud. A time without a zone is one of the zone that was asked for. */
export function readUmami(
  header: readonly string[],
  collector: Collector,
  counter: VisitCounter,
): (cells: readonly string[]) => void {
  collector.is('umami')
  for (const column of header) if (!KNOWN.has(column)) collector.unknownColumns.add(column)
  const places = new Map(header.map((column, at) => [column, at]))
  return (cells) => {
    const cell = (column: string) => cells[places.get(column) ?? -1] ?? ''
    const at = readTime(cell('created_at'), collector)
    if (at === undefined) return collector.leaveOut('day')
    const isEvent = cell('event_type') === '2' || (cell('event_type') === '' && cell('event_name') !== '')
    const page = isEvent ? null : readPath(cell('url_path'))
    const source = readSource(cell('referrer_domain'))
    counter.add(
      {
        at,
        visit: cell('visit_id') || cell('session_id'),
        visitor: cell('session_id'),
        page,
        ...(isEvent && { act: cell('event_name') }),
        facts: {
          source: source === readSource(cell('hostname')) ? '' : source,
          ...readUtm(cell),
          country: cell('country') && readCountry(cell('country')),
          device: readDevice(cell('device')),
          browser: readBrowser(cell('browser')),
        },
      },
      collector,
    )
  }
}

function readUtm(cell: (column: string) => string): Partial<Record<(typeof UTM)[number], string>> {
  const query = new URLSearchParams(cell('url_query'))
  return Object.fromEntries(
    UTM.map((name) => [name, readCampaign(cell(name) || (query.get(name) ?? '')).slice(0, 100)]),
  )
}

const quarterAt = remembered((wallAndZone: string) => {
  const [day = '', clock = '', zone = ''] = wallAndZone.split(' ')
  return { at: instantAt(day, clock, zone) }
})

/** `2026-03-01 12:34:56`, also with a zone; undefined for no time. */
function readTime(cell: string, collector: Collector): number | undefined {
  const [, day, hour, minute, rest = '', zone] =
    /^(\d{4}-\d\d-\d\d)[ T]([01]\d|2[0-3]):([0-5]\d)(?::([0-5]\d(?:\.\d+)?))?\s*(Z|UTC|[+-]\d\d:?\d\d)?$/.exec(cell) ??
    []
  if (!day || Number.isNaN(Date.parse(`${day}T00:00Z`))) return undefined
  const seconds = Number(rest || 0) * 1000
  if (zone) {
    const offset = zone.length === 5 ? `${zone.slice(0, 3)}:${zone.slice(3)}` : zone.replace('UTC', 'Z')
    const at = Date.parse(`${day}T${hour}:${minute}:00${offset}`)
    return Number.isNaN(at) ? undefined : at + seconds
  }
  collector.hasWallTimes = true
  try {
    const start = Math.floor(Number(minute) / 15) * 15
    const { at } = quarterAt(`${day} ${hour}:${String(start).padStart(2, '0')} ${collector.context.zone}`)
    return at + (Number(minute) - start) * 60_000 + seconds
  } catch {
    // A day that the calendar does not have.
    return undefined
  }
}
