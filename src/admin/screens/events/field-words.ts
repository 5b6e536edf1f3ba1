import { getDay } from '../../blocks/moment.ts'
import { LABELS } from '../event-setup/event-values.ts'

const OTHERS: Record<string, string> = {
  vendors: 'Vendors',
  team: 'Team',
  agenda: 'Agenda',
  tasks: 'Tasks',
  redirects: 'Earlier addresses',
  copiedFrom: 'Copied from',
  leftOut: 'Left out',
}
const NAMES = new Map(Object.entries({ ...LABELS, ...OTHERS }))

/** What people call a field of the audit log. */
export function fieldName(field: string): string {
  return NAMES.get(field) ?? field
}

const ACTIONS = new Map(
  Object.entries({
    'event.create': 'Created',
    'event.update': 'Edited',
    'event.publish': 'Published',
    'event.unpublish': 'Unpublished',
    'event.rename': 'Renamed',
    'event.duplicate': 'Created as a copy',
    'event.cancelled': 'Cancelled',
    'event.postponed': 'Postponed',
    'event.moved': 'Moved',
    'event.reschedule': 'Set to scheduled',
    'event.delete': 'Deleted',
    'event.correction.send': 'Correction sent',
    'event.correction.decline': 'Correction declined',
    'event.share': 'Share link created',
    'event.unshare': 'Share link revoked',
    'event.restore': 'Restored after deletion',
    'event.restore_version': 'Restored to an earlier version',
  }),
)

/** What was done, for people: `event.vendors.add` is `Vendors: add`. */
export function actionName(action: string): string {
  const known = ACTIONS.get(action)
  if (known !== undefined) return known
  const [list = action, ...verb] = action.replace(/^event\./, '').split('.')
  return verb.length > 0 ? `${fieldName(list)}: ${verb.join(' ').replaceAll('_', ' ')}` : list.replaceAll('_', ' ')
}

const DAY = /^\d{4}-\d{2}-\d{2}$/
const CLOCK = /^\d{2}:\d{2}:00$/

/** A value of the audit log in lines for people; none for an empty one. */
export function valueLines(value: unknown): string[] {
  if (value === null || value === undefined || value === '') return []
  if (typeof value === 'boolean') return [value ? 'Yes' : 'No']
  if (Array.isArray(value)) return value.flatMap(entryLines)
  if (typeof value === 'object')
    return Object.entries(value).map(([name, held]) => `${fieldName(name)}: ${held ?? '–'}`)
  const text = String(value)
  if (CLOCK.test(text)) return [text.slice(0, 5)]
  return [DAY.test(text) ? getDay(text) : text]
}

/** One entry of a list: a text, or a row by the name it goes by. */
function entryLines(entry: unknown): string[] {
  if (typeof entry !== 'object' || entry === null) return valueLines(entry)
  const row = new Map(Object.entries(entry))
  const name = ['vendorName', 'fullName', 'title', 'oldSlug'].map((key) => row.get(key)).find((held) => held)
  const time = row.get('timeSlot')
  const words = [time, name ?? JSON.stringify(entry)].filter(Boolean).join(' ')
  return [row.get('isActive') === false ? `${words} (hidden)` : words]
}
