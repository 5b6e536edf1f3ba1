import { createHash } from 'node:crypto'
import { formatClock, formatDay } from '#src/contract/event-dates.ts'
import { ROLE_WORDS } from '#src/contract/logistics-sections.ts'
import { RUN_KIND_WORDS, type SheetContent, type SheetLine } from '#src/contract/run-sheet.ts'

export type StoredLine = { key: string; hash: string; words: string }

/** What is kept of everything that a sheet says: enough to see what changed, and to say so without naming anybody. (security LG10) */
export function toStoredLines({ event, lines, roles, shared, contact }: SheetContent): StoredLine[] {
  const { name, day, times, venue } = event
  return [
    store('head:name', name, `Name: ${name}`),
    store('head:times', [day, times], `Day and times: ${formatDay(day)}, ${times}`),
    store('head:venue', venue, `Venue: ${venue || 'none'}`),
    ...(contact === null ? [] : [store('head:contact', contact, 'Contact for questions')]),
    ...lines.map(toStored),
    // When somebody arrives is a line of its own.
    ...roles.flatMap(({ role, people }) =>
      people.map(({ id, name: called }) => store(`person:${id}`, [role, called], `A person: ${ROLE_WORDS[role]}`)),
    ),
    ...Array.from(
      Map.groupBy(shared, ({ label }) => label),
      ([label, said]) => store(`shared:${label}`, said, label),
    ),
  ]
}

function store(key: string, content: unknown, words: string): StoredLine {
  return { key, hash: createHash('sha256').update(JSON.stringify(content)).digest('hex').slice(0, 32), words }
}

function toStored({ key, ...line }: SheetLine): StoredLine {
  const when = `${formatDay(line.day)}${line.clock === null ? '' : `, ${formatClock(line.clock)}`}`
  const what = {
    arrival: 'An arrival',
    delivery: 'A delivery',
    agenda: `Agenda: ${line.title}`,
    pickup: 'Orders to hand over',
    ...itemWords(line),
  }
  return store(key, line, `${what[line.kind]} (${when})`)
}

const itemWords = ({ title }: Pick<SheetLine, 'title'>) => ({
  setup: `${RUN_KIND_WORDS.setup}: ${title}`,
  teardown: `${RUN_KIND_WORDS.teardown}: ${title}`,
  other: title,
})

/** What differs between two states of a sheet, as sentences without personal data. */
export function compareLines(before: readonly StoredLine[], after: readonly StoredLine[]): string[] {
  const [old, fresh] = [new Map(before.map((one) => [one.key, one])), new Map(after.map((one) => [one.key, one]))]
  const changed = after.flatMap(({ key, hash, words }) => {
    const was = old.get(key)
    if (!was) return [`New: ${words}`]
    if (was.hash === hash) return []
    return [was.words === words ? `Changed: ${words}` : `Changed: ${was.words} is now ${words}`]
  })
  return [...changed, ...before.filter(({ key }) => !fresh.has(key)).map(({ words }) => `Removed: ${words}`)]
}
