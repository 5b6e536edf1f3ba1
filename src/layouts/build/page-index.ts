import { join } from 'node:path'
import { deserialize, serialize } from 'node:v8'
import { readHashed, writeHashed } from '#src/domain/site/hashed-file.ts'
import type { Finish } from './finish-page.ts'

/** What is known of a kept file: what it was when it was stored, and what the policy of its page allows. */
export type Entry = { size: number; writtenAt: number; hash: string; finish: Finish | null }

/** What a store knows by name of files and of values. It is in many parts, of which a build writes those that changed. */
export type PageIndex<Value> = {
  /** Finding a name, like putting something under it, means that this build has a use for it. */
  findEntry: (name: string) => Entry | undefined
  putEntry: (name: string, entry: Entry) => void
  dropEntry: (name: string) => void
  findValue: (name: string) => Value | undefined
  putValue: (name: string, value: Value) => void
  /** Counts as a use of what has this name, without looking for it. */
  use: (name: string) => void
  /** True if there is an entry of this name. Asking does not count as a use. */
  has: (name: string) => boolean
  /** Writes down what changed, and removes what recent builds did not use. */
  save: () => void
}

type Part<Value> = {
  /** They are opened once one of them is asked for: most builds need those of few parts, or of none. */
  entries: () => Map<string, Entry>
  values: Map<string, Value>
  /** For how many builds in a row nobody had a use for a name; absent for those that the last build used. */
  idle: Map<string, number>
}

/** A part as it is written down: the entries are serialized apart. */
type WrittenPart<Value> = Omit<Part<Value>, 'entries'> & { entries: Uint8Array }

/** Another shape of the index needs another name. */
const PART = 'index.3.'
const PARTS = 64
/** Beside the index, which file of the site was linked to which name, written down by each build. */
export const LAYOUT = 'layout'
/** What so many builds in a row had no use for is forgotten. */
const BUILDS = 3

/** Parts of indexes whose hash was right, by their files. */
export type ReadParts = ReadonlyMap<string, Uint8Array<ArrayBuffer>>

/** Reads an index for `openIndex`. */
export function readParts(folder: string): ReadParts {
  const files = Array.from({ length: PARTS }, (_, at) => partFile(folder, at))
  return new Map(
    files.flatMap((file) => {
      const bytes = readHashed(file)
      return bytes ? [[file, bytes]] : []
    }),
  )
}

/** Opens the index of a folder, of which parts may have been read before. A part that is not there, or cannot be read, is empty. */
export function openIndex<Value>(folder: string, read: ReadParts): PageIndex<Value> {
  const parts = Array.from({ length: PARTS }, (_, at) => readPart<Value>(partFile(folder, at), read))
  const [used, changed] = [new Set<string>(), new Set<number>()]
  const partOf = (name: string) => parts[numberOf(name)] ?? emptyPart<Value>()
  const touch = (name: string) => {
    used.add(name)
    changed.add(numberOf(name))
  }
  return {
    findEntry: (name) => {
      used.add(name)
      return partOf(name).entries().get(name)
    },
    putEntry: (name, entry) => {
      touch(name)
      partOf(name).entries().set(name, entry)
    },
    dropEntry: (name) => {
      changed.add(numberOf(name))
      partOf(name).entries().delete(name)
    },
    findValue: (name) => {
      used.add(name)
      return partOf(name).values.get(name)
    },
    putValue: (name, value) => {
      touch(name)
      partOf(name).values.set(name, value)
    },
    use: (name) => used.add(name),
    has: (name) => partOf(name).entries().has(name),
    save: () => {
      for (const [at, part] of parts.entries()) {
        if (age(part, used) || changed.has(at)) writeHashed(partFile(folder, at), serialize(written(part)))
      }
    },
  }
}

/** Counts a build, and forgets what has been of no use for too long. True if this changed anything. */
function age(part: Part<unknown>, used: ReadonlySet<string>): boolean {
  const idle = new Map<string, number>()
  for (const all of [part.entries(), part.values]) {
    for (const name of all.keys()) {
      if (used.has(name)) continue
      const builds = (part.idle.get(name) ?? 0) + 1
      if (builds < BUILDS) idle.set(name, builds)
      else all.delete(name)
    }
  }
  const isChanged = idle.size > 0 || part.idle.size > 0
  part.idle = idle
  return isChanged
}

/** Pages need the same few things of a site, which are then stored once. */
function written<Value>({ entries, ...part }: Part<Value>): WrittenPart<Value> {
  const known = new Map<string, Finish | null>()
  const same = ({ finish, ...entry }: Entry): Entry => {
    const text = JSON.stringify(finish)
    if (!known.has(text)) known.set(text, finish)
    return { ...entry, finish: known.get(text) ?? null }
  }
  return { ...part, entries: serialize(new Map([...entries()].map(([name, entry]) => [name, same(entry)]))) }
}

/** True for the name of a file that is part of an index, or beside it. A draft that was not moved into place is neither. */
export const isOfIndex = (name: string) =>
  name === LAYOUT || (name.startsWith(PART) && /^\d+$/.test(name.slice(PART.length)))

const partFile = (folder: string, at: number) => join(folder, `${PART}${at}`)

/** Names are hashes for the most part, so that a few of their characters spread them evenly. */
function numberOf(name: string): number {
  let number = 0
  for (let at = 0; at < Math.min(name.length, 6); at += 1) number = (number * 31 + name.charCodeAt(at)) % 65_521
  return number % PARTS
}

function emptyPart<Value>(): Part<Value> {
  const entries = new Map()
  return { entries: () => entries, values: new Map(), idle: new Map() }
}

function readPart<Value>(file: string, read: ReadParts): Part<Value> {
  const bytes = read.get(file) ?? readHashed(file)
  try {
    return bytes ? opened(deserialize(bytes)) : emptyPart()
  } catch {
    // It is of another version of Node.
    return emptyPart()
  }
}

function opened<Value>({ entries: bytes, ...part }: WrittenPart<Value>): Part<Value> {
  let entries: Map<string, Entry> | undefined
  return {
    ...part,
    entries: () => {
      entries ??= deserialize(bytes) as Map<string, Entry>
      return entries
    },
  }
}
