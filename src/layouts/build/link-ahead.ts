import { linkSync, mkdirSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parentPort, workerData } from 'node:worker_threads'
import { readHashed } from '#src/domain/site/hashed-file.ts'
import type { AheadTask, Linked } from './ahead.ts'

/** The thread of `startAhead`: links the files of the last build, as far as they are there, and says what each was. */
const { layout: path, pages, cards, folder }: AheadTask = workerData
const layout = readHashed(path)?.toString() ?? '[]'
const files: [file: string, name: string][] = JSON.parse(layout)
for (const one of new Set(files.map(([file]) => dirname(file)))) mkdirSync(join(folder, one), { recursive: true })
const [sizes, times] = [new Float64Array(files.length).fill(NaN), new Float64Array(files.length)]
for (const [at, [file, name]] of files.entries()) {
  const target = `${folder}/${file}`
  try {
    linkSync(`${name.endsWith('.png') ? cards : pages}/${name}`, target)
    const { size, mtimeMs } = statSync(target)
    sizes[at] = size
    times[at] = mtimeMs
  } catch {
    // It is no longer there.
  }
}
// Thousands of small objects would take as long to send as they took to link.
const linked: Linked = { layout, sizes, times }
parentPort?.postMessage(linked, [sizes.buffer, times.buffer])
