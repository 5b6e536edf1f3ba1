/** Zones of the United States come first: most workshops are there. */
const FIRST = [
  'America/New_York',
  'America/Chicago',
  'America/Denver',
  'America/Phoenix',
  'America/Los_Angeles',
  'America/Anchorage',
  'Pacific/Honolulu',
]

/** Every time zone this browser knows, and the chosen one, which it may not know. */
export function zoneOptions(chosen: string): (readonly [zone: string, label: string])[] {
  const zones = new Set([...FIRST, chosen, ...Intl.supportedValuesOf('timeZone')])
  return [...zones].filter(Boolean).map((zone) => [zone, zone.replaceAll('_', ' ')] as const)
}
