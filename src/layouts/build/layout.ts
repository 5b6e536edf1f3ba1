import { join } from 'node:path'
import { readHashed, writeHashed } from '#src/domain/site/hashed-file.ts'
import type { Finish } from './finish-page.ts'
import { type Entry, LAYOUT } from './page-index.ts'

/** A file of the site, the name under which it is kept, and its size and time as they were written down. */
export type LaidFile = { file: string; name: string } & Pick<Entry, 'size' | 'writtenAt' | 'finish'>

/** Files of the site that were made together. The key stands for all that they are made of; without one, each counts for itself. */
export type LaidGroup = { key: string | null; files: readonly LaidFile[] }

/** As it is written down: files as lists, with the number of what their page needs of the site, of which many pages need the same. */
type Written = {
  key: string | null
  finishes: (Finish | null)[]
  files: [file: string, name: string, size: number, writtenAt: number, finish: number][]
}

/** A group as the layout has it, on a line of its own, so that a build reads those alone that it needs. */
export function writeGroup({ key, files }: LaidGroup): string {
  const numbers = new Map<string, number>()
  const numberOf = (finish: Finish | null) => {
    const text = JSON.stringify(finish)
    const number = numbers.get(text) ?? numbers.size
    numbers.set(text, number)
    return number
  }
  const lists = files.map(({ file, name, size, writtenAt, finish }): Written['files'][number] => {
    return [file, name, size, writtenAt, numberOf(finish)]
  })
  const written: Written = { key, finishes: [...numbers.keys()].map((text) => JSON.parse(text)), files: lists }
  return JSON.stringify(written)
}

/** The group on a line that `writeGroup` wrote. */
export function readGroup(line: string): LaidGroup {
  const { key, finishes, files }: Written = JSON.parse(line)
  return {
    key,
    files: files.map(([file, name, size, writtenAt, finish]) => {
      return { file, name, size, writtenAt, finish: finishes[finish] ?? null }
    }),
  }
}

/** Writes down for the next build where kept files belong. Where that fails, nothing is linked ahead. */
export function writeLayout(folder: string, lines: readonly string[]): void {
  try {
    writeHashed(join(folder, LAYOUT), Buffer.from(lines.join('\n')))
  } catch {
    // The store has said so already.
  }
}

/** The lines of a layout; undefined if it is not there, or is damaged. */
export function readLayout(path: string): string[] | undefined {
  const text = readHashed(path)?.toString()
  return text ? text.split('\n') : undefined
}
