import { atom } from 'nanostores'
import { STATISTICS_ZONE } from '#src/contract/analytics.ts'
import { IMPORT_BATCH, IMPORT_LIMITS, type ImportCheck, type ImportLine } from '#src/contract/analytics-import.ts'
import { IMPORT_REFUSED, ImportRefused, UnknownColumns } from '#src/contract/analytics-import-refusals.ts'
import { UNFORESEEN } from '#src/contract/failure.ts'
import type { PlainDay } from '#src/contract/instant.ts'
import { dayIn } from '#src/contract/wall-clock.ts'
import { ApiError, toApiError } from '#src/islands/call.ts'
import { queryClient } from '../../query-client.ts'
import type { Role } from './ga4.ts'
import { actOnImport, checkFile, STALE_IMPORTS, sendBatch, startImport } from './import-calls.ts'
import type { ReadFile } from './read-file.ts'

type Step = 'reading' | 'refused' | 'columns' | 'ready' | 'importing' | 'paused' | 'done' | 'failed'

/** A file that was chosen, and how far it has come. */
export type ChosenFile = {
  id: number
  file: File
  step: Step
  /** Of the file that is read, from 0 to 1. */
  share: number
  sha256: string
  /** Why it cannot be imported, and what to do instead. */
  refusal?: { why: string; instead: string }
  /** The columns of a file in another language, and what someone said of them. */
  header?: string[]
  roles?: Readonly<Record<string, Role>>
  read?: ReadFile
  zone: string
  /** The days of a file without days. */
  period: { from: string; to: string }
  check?: ImportCheck
  line?: ImportLine
  /** Why an import stopped. */
  fault?: string
}

/** The files that were chosen since the page was opened. An import goes on while other screens are open. */
export const $files = atom<readonly ChosenFile[]>([])
let lastId = 0
const readers = new Map<number, AbortController>()
/** The latest press of Import or Continue: an earlier one, whose batch is still on its way, ends with it. */
const runs = new Map<number, symbol>()

const get = (id: number) => $files.get().find((file) => file.id === id)
function change(id: number, changes: Partial<ChosenFile>): void {
  $files.set($files.get().map((file) => (file.id === id ? { ...file, ...changes } : file)))
}

/** Takes files and reads one after the other. Answers how many were too many. */
export async function addFiles(chosen: Iterable<File>): Promise<number> {
  const all = [...chosen]
  const files = all.slice(0, Math.max(0, IMPORT_LIMITS.files - $files.get().length))
  const added = files.map((file): ChosenFile => {
    lastId += 1
    const period = { from: '', to: '' }
    return { id: lastId, file, step: 'reading', share: 0, sha256: '', zone: STATISTICS_ZONE, period }
  })
  $files.set([...$files.get(), ...added])
  for (const { id } of added) await read(id)
  return all.length - files.length
}

export function removeFile(id: number): void {
  readers.get(id)?.abort()
  $files.set($files.get().filter((file) => file.id !== id))
}

/** Says in which zone the days or times of a file are, and of all files of the same service that are not begun. Times are read again. */
export async function setZone(id: number, zone: string): Promise<void> {
  const one = get(id)?.read
  const same = $files
    .get()
    .filter(({ step, read }) => step === 'ready' && read?.kind === one?.kind && read?.zoneOf === one?.zoneOf)
  for (const { id: other } of same) change(other, { zone })
  if (one?.zoneOf === 'times') for (const { id: other } of same) await read(other)
}

export async function setRoles(id: number, roles: Readonly<Record<string, Role>>): Promise<void> {
  change(id, { roles })
  await read(id)
}

export function setPeriod(id: number, period: Partial<ChosenFile['period']>): void {
  const file = get(id)
  if (file) change(id, { period: { ...file.period, ...period } })
}

async function hashOf(file: File): Promise<string> {
  const bytes = new Uint8Array(await crypto.subtle.digest('SHA-256', await file.arrayBuffer()))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

const todayAt = (at: number) => dayIn(STATISTICS_ZONE, at)

/** Reads a file and asks what is known of its days. A file that was begun is read as it was then, so that its rows are the same. */
async function read(id: number): Promise<void> {
  const chosen = get(id)
  if (!chosen) return
  const reader = new AbortController()
  readers.set(id, reader)
  change(id, { step: 'reading', share: 0 })
  try {
    if (chosen.file.size > IMPORT_LIMITS.fileBytes) throw new ImportRefused('tooLarge')
    const sha256 = chosen.sha256 || (await hashOf(chosen.file))
    change(id, { sha256 })
    const found = await readAs(chosen, { sha256, today: todayAt(Date.now()), reader })
    if (get(id)) change(id, { ...found, step: 'ready' })
  } catch (fault) {
    if (reader.signal.aborted) return
    change(id, toStop(fault))
  }
}

type ReadAs = { sha256: string; today: PlainDay; reader: AbortController }

async function readAs(chosen: ChosenFile, { sha256, today, reader }: ReadAs): Promise<Partial<ChosenFile>> {
  const { id, file, roles } = chosen
  // The readers of all formats are loaded once a file was chosen.
  const { readImportFile } = await import('./read-file.ts')
  const onProgress = (share: number) => change(id, { share })
  const readIn = (zone: string, until: PlainDay) =>
    readImportFile(file, { context: { today: until, zone, sha256 }, roles, onProgress, signal: reader.signal })
  // Services that tell a time without a zone mean UTC, most often.
  const isFirst = chosen.read === undefined
  let read = await readIn(isFirst ? 'UTC' : chosen.zone, today)
  const zone = isFirst && read.zoneOf !== 'days' ? 'UTC' : chosen.zone
  const period = {
    from: chosen.period.from || (read.period.from ?? ''),
    to: chosen.period.to || (read.period.to ?? ''),
  }
  const [fromDay, toDay] = [read.days[0] ?? today, read.days.at(-1) ?? today]
  const check = await checkFile({ sha256, fromDay, toDay })
  const begun = check.existing
  if (!begun || begun.state === 'done') return { read, zone, period, check }
  const until = todayAt(begun.createdAt)
  if (until !== today || (read.zoneOf === 'times' && begun.zone !== zone)) read = await readIn(begun.zone, until)
  const asBefore = begun.isPeriod ? { from: begun.fromDay, to: begun.toDay } : period
  return { read, zone: begun.zone, period: asBefore, check, line: begun }
}

function toStop(fault: unknown): Partial<ChosenFile> {
  if (fault instanceof UnknownColumns) return { step: 'columns', header: fault.header }
  if (fault instanceof ImportRefused) return { step: 'refused', refusal: IMPORT_REFUSED[fault.key] }
  if (fault instanceof ApiError)
    return { step: 'refused', refusal: { why: fault.detail, instead: 'Choose the file again.' } }
  const isGone = fault instanceof DOMException
  return {
    step: 'refused',
    refusal: isGone ? IMPORT_REFUSED.gone : { why: UNFORESEEN, instead: 'Choose the file again.' },
  }
}

/** How many of the days of a file have figures already. */
export function overlapOf({ read, check }: Pick<ChosenFile, 'read' | 'check'>) {
  const days = new Set(read?.days)
  const count = (known: Iterable<PlainDay>) => [...new Set(known)].filter((day) => days.has(day)).length
  return {
    days: days.size,
    ownDays: count(check?.ownDays ?? []),
    importedDays: count(check?.imports.flatMap((other) => other.days) ?? []),
  }
}

/** Sends the rows of these files, one file after the other. */
export async function importFiles(ids: readonly number[]): Promise<void> {
  for (const id of ids) await importFile(id)
}

async function importFile(id: number): Promise<void> {
  const chosen = get(id)
  if (!chosen?.read) return
  const run = Symbol()
  runs.set(id, run)
  const isRunning = () => runs.get(id) === run && get(id)?.step === 'importing'
  change(id, { step: 'importing', fault: '' })
  try {
    const line = await startImport(toStart(chosen, chosen.read))
    change(id, { line })
    refresh()
    await sendAll(id, line, isRunning)
  } catch (fault) {
    // The batch that was on its way when someone pauses may be refused: it is sent again later.
    if (isRunning()) change(id, { step: 'failed', fault: toApiError(fault).detail })
  }
  refresh()
}

function refresh(): void {
  for (const queryKey of STALE_IMPORTS) void queryClient.invalidateQueries({ queryKey })
}

function toStart(chosen: ChosenFile, { kind, rows, days, isPeriod, report }: ReadFile) {
  const [fromDay, toDay] = isPeriod ? [chosen.period.from, chosen.period.to] : [days[0] ?? '', days.at(-1) ?? '']
  return {
    ...{ kind, sha256: chosen.sha256, zone: chosen.zone, fromDay, toDay, isPeriod, totalRows: rows.length },
    fileName: chosen.file.name.toWellFormed().slice(0, 200),
    report: { ...report, ...overlapOf(chosen) },
  }
}

/** Sends the batches that are missing, until all are stored or someone pauses. */
async function sendAll(id: number, begun: ImportLine, isRunning: () => boolean): Promise<void> {
  let line = begun
  while (line.state === 'running' && isRunning()) {
    const number = line.cursor
    const rows = get(id)?.read?.rows.slice(number * IMPORT_BATCH, (number + 1) * IMPORT_BATCH) ?? []
    line = await retried(() => sendBatch(line.id, { number, rows }))
    if (isRunning()) change(id, { line, ...(line.state === 'done' && { step: 'done' as const }) })
  }
}

const PAUSES = [1_000, 4_000]

/** A batch may be sent again: what is stored is not stored twice. */
async function retried<T>(send: () => Promise<T>, pauses = PAUSES): Promise<T> {
  try {
    return await send()
  } catch (fault) {
    const [pause, ...others] = pauses
    const { status } = toApiError(fault)
    if (pause === undefined || (status > 0 && status < 500 && status !== 429)) throw fault
    await new Promise((resolve) => setTimeout(resolve, pause))
    return retried(send, others)
  }
}

/** Stops after the batch that is on its way. */
export async function pauseFile(id: number): Promise<void> {
  await stop(id, 'pause')
}

/** Deletes what was stored of a file that is not finished, and forgets the file. */
export async function cancelFile(id: number): Promise<void> {
  await stop(id, 'cancel')
  if (!get(id)?.fault) removeFile(id)
}

async function stop(id: number, act: 'pause' | 'cancel'): Promise<void> {
  const line = get(id)?.line
  change(id, { step: 'paused', fault: '' })
  try {
    if (line) change(id, { line: await actOnImport({ id: line.id, act }) })
  } catch (fault) {
    change(id, { step: 'failed', fault: toApiError(fault).detail })
  }
  refresh()
}
