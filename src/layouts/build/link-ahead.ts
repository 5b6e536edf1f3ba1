import { linkSync, mkdirSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parentPort, workerData } from 'node:worker_threads'
import { readHashed } from '#src/domain/site/hashed-file.ts'
import type { AheadTask, LinkedFile } from './ahead.ts'

/** The thread of `startAhead`: links the files of the last build, as far as they are there, and says what each was. */
const { layout, pages, cards, folder }: AheadTask = workerData
const bytes = readHashed(layout)
const files: [file: string, name: string][] = bytes ? JSON.parse(bytes.toString()) : []
const folders = new Set(files.map(([file]) => join(folder, dirname(file))))
for (const one of folders) mkdirSync(one, { recursive: true })
parentPort?.postMessage(files.flatMap(linkFile))

function linkFile([file, name]: [file: string, name: string]): [string, LinkedFile][] {
  const path = join(folder, file)
  try {
    linkSync(join(name.endsWith('.png') ? cards : pages, name), path)
    const { size, mtimeMs } = statSync(path)
    return [[file, { name, size, mtimeMs }]]
  } catch {
    return []
  }
}
