/** Zones of the United States stand first: most workshops are there. */
const FIRST = [
  'America/New_York',
  'America/Chicago',
  'America/Denver',
  'America/Phoenix',
  'America/Los_Angeles',
  'America/Anchorage',
  'Pacific/Honolulu',
]

/** Every zone this browser knows, and the one that is chosen, though it may not. */
export function zoneOptions(chosen: string): (readonly [zone: string, label: string])[] {
  const zones = new Set([...FIRST, chosen, ...Intl.supportedValuesOf('timeZone')])
  return [...zones].map((zone) => [zone, zone.replaceAll('_', ' ')] as const)
}
