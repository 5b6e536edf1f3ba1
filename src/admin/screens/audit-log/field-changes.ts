import type { AuditedRow } from '#src/contract/audit-log.ts'

/** One field of a row before and after; null where it was not there. */
export type FieldChange = { field: string; before: string | null; after: string | null }

type Rows = { before: AuditedRow | null; after: AuditedRow | null }

/** The fields of both rows, in their order: those that differ, and those that stayed. Nested ones are named `outer.inner`. */
export function fieldChanges({ before, after }: Rows): { changed: FieldChange[]; same: FieldChange[] } {
  const was = flatten(before ?? {})
  const is = flatten(after ?? {})
  const fields = [...new Set([...was.keys(), ...is.keys()])]
  const all = fields.map((field) => ({ field, before: was.get(field) ?? null, after: is.get(field) ?? null }))
  return {
    changed: all.filter((each) => each.before !== each.after),
    same: all.filter((each) => each.before === each.after),
  }
}

/** What changed, in a few words for a list: `New`, `Deleted`, or the names of the fields. */
export function summaryOf({ before, after }: Rows, most = 3): string {
  if (!before && !after) return ''
  const names = fieldChanges({ before, after }).changed.map(({ field }) => field)
  const count = names.length - most
  const shown = `${names.slice(0, most).join(', ')}${count > 0 ? ` and ${count} more` : ''}`
  if (before && after) return shown || 'No changes'
  return `${before ? 'Removed' : 'Added'}: ${shown}`
}

function flatten(row: AuditedRow, prefix = ''): Map<string, string> {
  const entries = Object.entries(row).flatMap(([name, value]): [string, string][] =>
    isRow(value) ? [...flatten(value, `${prefix}${name}.`)] : [[prefix + name, toText(value)]],
  )
  return new Map(entries)
}

function isRow(value: unknown): value is AuditedRow {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && Object.keys(value).length > 0
}

/** A value as people read it. Lists have a line for each entry. */
function toText(value: unknown): string {
  if (value === null || value === '') return '(empty)'
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (Array.isArray(value)) return value.length === 0 ? '(none)' : value.map(toText).join('\n')
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
