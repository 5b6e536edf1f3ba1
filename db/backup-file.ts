import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream, existsSync, renameSync, rmSync } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { z } from 'zod'
import { openStream, SEALED_HEAD, SEALED_TAIL, sealStream } from './sealed.ts'

/**
 * A backup is gzipped lines of JSON: what it is, then for each table its columns and its rows (arrays of text or null, as
 * PostgreSQL writes each value), then the sequences, then how many rows of each table there were and the SHA-256 of
 * everything before. Made and read without any tool of PostgreSQL's. The whole is encrypted with `SECRET_KEY`; a file from
 * before there was one is read as it is. (decision 0049)
 */
const FORMAT = 'workshop-site backup 1'
/** What an encrypted file begins with. A plain one begins as every gzipped file does. */
const MAGIC = Buffer.from('workshop-site sealed 1\n')

const header = z.object({
  format: z.literal(FORMAT),
  at: z.iso.datetime(),
  /** Every migration the database had had: when it was written, in milliseconds, and the hash of its text. */
  migrations: z.array(z.object({ at: z.int(), hash: z.string() })),
})
const table = z.object({ table: z.string(), columns: z.array(z.string()).min(1) })
const sequence = z.object({ sequence: z.string(), last: z.string().regex(/^-?\d+$/), called: z.boolean() })
const end = z.object({ rows: z.record(z.string(), z.int()), sha256: z.string() })

export type Header = Omit<z.output<typeof header>, 'format'>
export type Table = z.output<typeof table>
export type Sequence = z.output<typeof sequence>
export type Counts = z.output<typeof end>['rows']

/** A line of a backup. A row stays the JSON text it is. */
export type BackupEntry =
  | { header: Header }
  | { table: Table }
  | { row: string }
  | { sequence: Sequence }
  | { counts: Counts }

/** Writes a backup to `path` whole or not at all, readable for its owner alone. Throws when the file exists. */
export async function writeBackup(path: string, entries: AsyncIterable<BackupEntry>): Promise<void> {
  if (existsSync(path)) throw new Error(`The file ${path} exists already. Name another one.`)
  const draft = `${path}.draft`
  const { head, cipher } = sealStream()
  const file = createWriteStream(draft, { mode: 0o600, flush: true })
  try {
    const sealed = async function* (packed: AsyncIterable<Buffer>) {
      yield MAGIC
      yield head
      for await (const chunk of packed) yield cipher.update(chunk)
      yield cipher.final()
      yield cipher.getAuthTag()
    }
    await pipeline(linesOf(entries), createGzip(), sealed, file)
    renameSync(draft, path)
  } catch (error) {
    // A file that is still being opened would be made after it was removed.
    if (!file.closed) await new Promise<void>((resolve) => file.once('close', resolve).destroy())
    rmSync(draft, { force: true })
    throw error
  }
}

async function* linesOf(entries: AsyncIterable<BackupEntry>): AsyncGenerator<string> {
  const hash = createHash('sha256')
  for await (const entry of entries) {
    const line = `${getText(entry, () => hash.digest('hex'))}\n`
    if (!('counts' in entry)) hash.update(line)
    yield line
  }
}

function getText(entry: BackupEntry, digest: () => string): string {
  if ('row' in entry) return entry.row
  if ('header' in entry) return JSON.stringify({ format: FORMAT, ...entry.header })
  if ('counts' in entry) return JSON.stringify({ rows: entry.counts, sha256: digest() })
  return JSON.stringify('table' in entry ? entry.table : entry.sequence)
}

/**
 * The entries of a backup from the first to the last, read as they are asked for. Throws an Error with a sentence when the
 * file is not a backup, was cut short or changed; that is known only at its end, so read it once before you believe it.
 */
export async function* readBackup(path: string): AsyncGenerator<BackupEntry> {
  const hash = createHash('sha256')
  const counts: Counts = {}
  let current = ''
  let ended = false
  for await (const line of linesIn(path)) {
    if (ended) throw damaged(path)
    const entry = parse(path, line)
    if ('table' in entry) {
      current = entry.table.table
      counts[current] = 0
    }
    if ('row' in entry) counts[current] = (counts[current] ?? Number.NaN) + 1
    if ('counts' in entry) {
      ended = true
      assertWhole(path, { counts, sha256: hash.digest('hex') }, line)
    } else hash.update(`${line}\n`)
    yield entry
  }
  if (!ended) throw damaged(path)
}

function assertWhole(path: string, found: { counts: Counts; sha256: string }, line: string): void {
  const { rows, sha256 } = end.parse(JSON.parse(line))
  const isSame = Object.entries(rows).every(([name, count]) => found.counts[name] === count)
  if (sha256 !== found.sha256 || !isSame) throw damaged(path)
}

function parse(path: string, line: string): BackupEntry {
  if (line.startsWith('[')) return { row: line }
  try {
    const value: unknown = JSON.parse(line)
    const whole = header.safeParse(value)
    if (whole.success) return { header: { at: whole.data.at, migrations: whole.data.migrations } }
    const rows = table.safeParse(value)
    if (rows.success) return { table: rows.data }
    const position = sequence.safeParse(value)
    if (position.success) return { sequence: position.data }
    return { counts: end.parse(value).rows }
  } catch {
    throw damaged(path)
  }
}

function damaged(path: string): Error {
  return new Error(`The file ${path} is not a whole backup: it was made by something else, cut short or changed.`)
}

/** Splits at line feeds alone: a row may hold other separators of lines. */
async function* linesIn(path: string): AsyncGenerator<string> {
  const gunzip = createGunzip()
  /** A line whose end has not been read yet, in pieces: one with a picture comes in hundreds of them. */
  let begun: Buffer[] = []
  try {
    const { file, decipher } = await openParts(path)
    const reading = decipher ? pipeline(file, decipher, gunzip) : pipeline(file, gunzip)
    reading.catch(() => {})
    for await (const chunk of gunzip) {
      let start = 0
      for (let stop = chunk.indexOf(10); stop !== -1; stop = chunk.indexOf(10, start)) {
        yield Buffer.concat([...begun, chunk.subarray(start, stop)]).toString('utf8')
        begun = []
        start = stop + 1
      }
      if (start < chunk.length) begun.push(chunk.subarray(start))
    }
    await reading
  } catch (error) {
    throw error instanceof Error && 'code' in error && error.code === 'ENOENT'
      ? missing(path)
      : readingFault(path, error)
  }
  if (begun.length > 0) throw damaged(path)
}

/** The file as it is read, and what decrypts it if it is encrypted. */
async function openParts(path: string): Promise<{ file: Readable; decipher?: ReturnType<typeof openStream> }> {
  const file = await open(path)
  try {
    const { size } = await file.stat()
    const start = MAGIC.length + SEALED_HEAD
    const begin = await readAt(file, 0, start)
    if (!begin.subarray(0, MAGIC.length).equals(MAGIC)) return { file: createReadStream(path) }
    const end = size - SEALED_TAIL
    if (end <= start) throw damaged(path)
    const decipher = openStream(begin.subarray(MAGIC.length), await readAt(file, end, SEALED_TAIL))
    return { file: createReadStream(path, { start, end: end - 1 }), decipher }
  } finally {
    await file.close()
  }
}

async function readAt(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position)
  return buffer.subarray(0, bytesRead)
}

function missing(path: string): Error {
  return new Error(`There is no file ${path}.`)
}

function readingFault(path: string, error: unknown): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const isChanged = error instanceof Error && /unable to authenticate data/.test(error.message)
  return code.startsWith('Z_') || isChanged ? damaged(path) : error
}
