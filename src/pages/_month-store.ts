import { join } from 'node:path'
import { deserialize, serialize } from 'node:v8'
import type { Instant } from '#src/contract/instant.ts'
import { readHashed, writeHashed } from '#src/domain/site/hashed-file.ts'
import { attempt } from '../layouts/build/page-store.ts'
import type { ListedEvent } from './_events.ts'

/** What builds keep of events for the moments that they show. */
export type MonthStore<Value> = {
  find: (event: ListedEvent, moment: Instant) => Value | undefined
  put: (event: ListedEvent, value: Value) => void
  /** Writes down what is new. Of a month that has changed, what is known of these events alone is kept. */
  save: (events: readonly ListedEvent[]) => void
  /** True for the name of a file of a month in which one of these events is, once they were saved. */
  isUsed: (name: string) => boolean
}

/**
 * Opens what is kept in a folder, or in none. Each month has a file, since a build needs little of what lists, calendars and share images show of events: that of
 * the events on the list of events, and of months in which an event has changed. (decision 0069)
 */
export function openMonths<Value extends { moment: Instant }>(
  folder: string | undefined,
  kind: 'lines' | 'texts',
): MonthStore<Value> {
  const months = new Map<string, Map<string, Value>>()
  const [changed, used] = [new Set<string>(), new Set<string>()]
  const fileOf = (month: string) => `${kind}.${month}`
  const valuesIn = (month: string) => {
    const values = months.get(month) ?? readValues<Value>(folder && join(folder, fileOf(month)))
    months.set(month, values)
    return values
  }
  return {
    find: (event, moment) => {
      const value = valuesIn(monthOf(event)).get(event.digest)
      return value?.moment === moment ? value : undefined
    },
    put: (event, value) => {
      changed.add(monthOf(event))
      valuesIn(monthOf(event)).set(event.digest, value)
    },
    save: (events) => {
      const digests = new Set(events.map(({ digest }) => digest))
      for (const event of events) used.add(fileOf(monthOf(event)))
      if (folder === undefined) return
      for (const month of changed) {
        const values = [...valuesIn(month)].filter(([digest]) => digests.has(digest))
        attempt(() => writeHashed(join(folder, fileOf(month)), serialize(new Map(values))))
      }
    },
    isUsed: (name) => used.has(name),
  }
}

/** The month of an event, `2027-03`. */
export const monthOf = ({ eventDate }: ListedEvent) => eventDate.slice(0, 7)

function readValues<Value>(file: string | undefined): Map<string, Value> {
  const bytes = file && readHashed(file)
  try {
    return bytes ? deserialize(bytes) : new Map()
  } catch {
    // It is of another version of Node.
    return new Map()
  }
}
