import type { AgendaItem } from './event.ts'

/** An entry of an event's day, as far as comparing needs it. */
type Current = AgendaItem & { id: string; isActive: boolean }

/** One line of the comparison: the present entry and the template's. */
export type AgendaDiffLine =
  | { kind: 'same' | 'changed'; was: Current; will: AgendaItem }
  | { kind: 'added'; will: AgendaItem }
  | { kind: 'removed'; was: Current }

/** An event's agenda compared with a template. `isReordered` is true if entries that stay change their order. */
type AgendaDiff = { lines: AgendaDiffLine[]; isReordered: boolean }

/**
 * Compares an event's day with a template, for an editor to check before applying it. Entries match if they
 * are identical, else if their titles match, else if their times match. Lines are in the template's order; an entry that the
 * template lacks stays after the entry it followed. An inactive entry that is in the template counts as changed,
 * because it would show again.
 */
export function diffAgenda(current: readonly Current[], template: readonly AgendaItem[]): AgendaDiff {
  const partners = match(current, template)
  const lines = template.map((will): AgendaDiffLine => {
    const was = partners.get(will)
    if (!was) return { kind: 'added', will }
    return { kind: was.isActive && says(was, will) ? 'same' : 'changed', was, will }
  })
  const kept = new Set(partners.values())
  for (const [at, was] of current.entries()) {
    if (kept.has(was)) continue
    const before = current[at - 1]
    const place = before ? lines.findIndex((line) => 'was' in line && line.was === before) + 1 : 0
    lines.splice(place, 0, { kind: 'removed', was })
  }
  const order = template.flatMap((will) => partners.get(will) ?? []).map((was) => current.indexOf(was))
  return { lines, isReordered: order.some((place, at) => place < (order[at - 1] ?? -1)) }
}

/** The entries to store: `isTaken` is true for each line that takes the template's version. */
export function applyAgendaDiff(lines: readonly AgendaDiffLine[], isTaken: (line: AgendaDiffLine) => boolean) {
  return lines.flatMap((line) => {
    if (line.kind === 'added') return isTaken(line) ? [{ ...words(line.will), isActive: true }] : []
    const { id, isActive } = line.was
    if (line.kind === 'removed') return isTaken(line) ? [] : [{ id, isActive, ...words(line.was) }]
    return isTaken(line) ? [{ id, isActive: true, ...words(line.will) }] : [{ id, isActive, ...words(line.was) }]
  })
}

function match(current: readonly Current[], template: readonly AgendaItem[]): Map<AgendaItem, Current> {
  const partners = new Map<AgendaItem, Current>()
  const free = new Set(current)
  const rules = [says, sharesTitle, sharesTime]
  for (const fits of rules) {
    for (const will of template) {
      if (partners.has(will)) continue
      const was = [...free].find((candidate) => fits(candidate, will))
      if (!was) continue
      partners.set(will, was)
      free.delete(was)
    }
  }
  return partners
}

function says(a: AgendaItem, b: AgendaItem): boolean {
  return a.timeSlot === b.timeSlot && a.title === b.title && (a.description ?? '') === (b.description ?? '')
}

function sharesTitle(a: AgendaItem, b: AgendaItem): boolean {
  return a.title.toLowerCase() === b.title.toLowerCase()
}

function sharesTime(a: AgendaItem, b: AgendaItem): boolean {
  return a.timeSlot.toLowerCase() === b.timeSlot.toLowerCase()
}

function words({ timeSlot, title, description }: AgendaItem): AgendaItem {
  return { timeSlot, title, description }
}
