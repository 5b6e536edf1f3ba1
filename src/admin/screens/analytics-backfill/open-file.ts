import { Unzip, type UnzipFile, UnzipInflate, UnzipPassThrough } from 'fflate'
import { IMPORT_LIMITS, MEBIBYTE } from '#src/contract/analytics-import.ts'
import { ImportRefused } from '#src/contract/analytics-import-refusals.ts'
import type { TextSink } from './csv-file.ts'

/** A file of the browser, or what a test has in its place. */
export type FileSource = { name: string; size: number; stream: () => ReadableStream<Uint8Array> }

type ByteSink = (bytes: Uint8Array, isLast: boolean) => void
type Opened = {
  /** What takes the text of a file of this name; undefined for one that is not read. */
  open: (name: string) => TextSink | undefined
  onProgress: (share: number) => void
  signal: AbortSignal
}

/** So small that even the densest zip grows to a few megabytes at a time. */
const SLICE = 16_384
/** Milliseconds after which the page gets its turn. */
const TURN = 40

/** Gives the text of a file, or of the files in a zip, to what `open` answers with, piece by piece. Throws `ImportRefused`. */
export async function openFile(file: FileSource, { open, onProgress, signal }: Opened): Promise<void> {
  if (file.size > IMPORT_LIMITS.fileBytes) throw new ImportRefused('tooLarge')
  if (file.size === 0) throw new ImportRefused('empty')
  let take: ByteSink | undefined
  let read = 0
  let turn = performance.now()
  for await (const chunk of chunksOf(file)) {
    take ??= isZip(chunk) ? zipSink(open) : textSink(open(file.name))
    for (let at = 0; at < chunk.length; at += SLICE) take?.(chunk.subarray(at, at + SLICE), false)
    read += chunk.length
    if (performance.now() - turn < TURN) continue
    onProgress(read / file.size)
    await new Promise((resolve) => setTimeout(resolve))
    signal.throwIfAborted()
    turn = performance.now()
  }
  take?.(new Uint8Array(), true)
}

async function* chunksOf(file: FileSource): AsyncGenerator<Uint8Array> {
  const reader = file.stream().getReader()
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      yield value
    }
  } finally {
    await reader.cancel().catch(() => {})
  }
}

const beginsWith = (bytes: Uint8Array, signs: readonly number[]) => signs.every((sign, at) => bytes[at] === sign)
const isZip = (bytes: Uint8Array) => beginsWith(bytes, [0x50, 0x4b, 3, 4]) || beginsWith(bytes, [0x50, 0x4b, 5, 6])

/** UTF-8 alone: with another encoding, names would be stored as other signs than they are. */
function textSink(take: TextSink | undefined): ByteSink | undefined {
  if (!take) throw new ImportRefused('unknown')
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let isFirst = true
  return (bytes, isLast) => {
    if (isFirst) requireText(bytes)
    isFirst = false
    take(decode(decoder, bytes, isLast), isLast)
  }
}

function requireText(bytes: Uint8Array): void {
  if (beginsWith(bytes, [0xff, 0xfe]) || beginsWith(bytes, [0xfe, 0xff])) throw new ImportRefused('utf16')
  const head = bytes.subarray(0, 1_000)
  const zeros = head.filter((byte) => byte === 0).length / head.length
  // Text of Latin letters in UTF-16 without a mark has a zero in every other place.
  if (zeros > 0.3 && zeros < 0.7) throw new ImportRefused('utf16')
  if (zeros > 0) throw new ImportRefused('binary')
}

function decode(decoder: TextDecoder, bytes: Uint8Array, isLast: boolean): string {
  try {
    return decoder.decode(bytes, { stream: !isLast })
  } catch {
    throw new ImportRefused('encoding')
  }
}

/** Unpacks a zip while it is read, and stops where it grows beyond all measure. */
function zipSink(open: Opened['open']): ByteSink {
  const size = { read: 0, inflated: 0, entries: 0, open: 0, taken: 0 }
  const unzip = new Unzip((entry) => {
    size.entries += 1
    if (size.entries > IMPORT_LIMITS.zipEntries) throw new ImportRefused('tooManyFiles')
    if (entry.name === '[Content_Types].xml') throw new ImportRefused('spreadsheet')
    const isFile = !/(^|\/)(\.|__MACOSX\/)|\/$/.test(entry.name)
    const take = isFile ? open(entry.name.split('/').at(-1) ?? '') : undefined
    if (take) startEntry(entry, textSink(take), size)
  })
  unzip.register(UnzipInflate)
  unzip.register(UnzipPassThrough)
  return (bytes, isLast) => {
    size.read += bytes.length
    unpack(() => unzip.push(bytes, isLast))
    if (isLast && size.open > 0) throw new ImportRefused('damagedZip')
    if (isLast && size.taken === 0) throw new ImportRefused('strangeZip')
  }
}

type Sizes = { read: number; inflated: number; open: number; taken: number }

function startEntry(entry: UnzipFile, take: ByteSink | undefined, size: Sizes): void {
  size.open += 1
  size.taken += 1
  entry.ondata = (fault, bytes, isLast) => {
    // What is thrown below comes back here, as the fault of the unpacking.
    if (fault) throw fault
    size.inflated += bytes.length
    const isBomb = size.inflated > 32 * MEBIBYTE && size.inflated > size.read * IMPORT_LIMITS.ratio
    if (isBomb || size.inflated > IMPORT_LIMITS.inflatedBytes) throw new ImportRefused('bomb')
    for (let at = 0; at < bytes.length; at += SLICE * 16) take?.(bytes.subarray(at, at + SLICE * 16), false)
    if (!isLast) return
    take?.(new Uint8Array(), true)
    size.open -= 1
  }
  entry.start()
}

/** Errors that are not about the zip itself stay as they are. */
function unpack(push: () => void): void {
  try {
    push()
  } catch (fault) {
    const isOurs = fault instanceof Error && !('code' in fault && typeof fault.code === 'number')
    throw isOurs ? fault : new ImportRefused('damagedZip')
  }
}
