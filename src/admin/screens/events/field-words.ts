import { EVENT_LABELS } from '#src/contract/event-labels.ts'
import { getDay } from '../../blocks/moment.ts'
import { LIST_WORDS } from './action-words.ts'

const NAMES = new Map(Object.entries({ ...EVENT_LABELS, ...LIST_WORDS }))

/** What people call a field of the audit log. */
export function fieldName(field: string): string {
  return NAMES.get(field) ?? field
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
