import { mkdir, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { zipFunctions } from '@netlify/zip-it-and-ship-it'
import { type BundledFunction, bundleFunctions } from '#netlify/bundle-functions.ts'
import { openWorkshop, PROJECT } from './build-run.ts'
import { runNode } from './child.ts'
import { againstBudget, againstReference, format, median, type Row } from './table.ts'

const ROUNDS = 11
const MOST_MEGABYTES = 1.5
const MOST_MILLISECONDS = 150
const LOADER = join(import.meta.dirname, 'load-module.ts')

/** Size of each function as Netlify packs it, and how long it takes to load beside a bundle that holds Hono alone. */
export async function benchFunctions(): Promise<Row[]> {
  const { folder, clear } = await openWorkshop()
  try {
    const packed = await bundleFunctions({ from: join(PROJECT, 'netlify/functions'), to: join(folder, 'packed') })
    await bundleFunctions({ from: join(import.meta.dirname, 'bare-function'), to: join(folder, 'bare') })
    const out = await pack(folder)
    const names = packed.map(({ name }) => name)
    const files = names.map((name) => join(out, name, `${name}.mjs`))
    const [bare = 0, ...loads] = await loadTimes([join(folder, 'bare', 'hono.mjs'), ...files], folder)
    const sizes = await Promise.all(packed.map((one) => sizeRow(one, join(out, one.name))))
    return [...sizes, ...names.map((name, at) => loadRow(name, loads[at] ?? Number.NaN, bare))]
  } finally {
    await clear()
  }
}

/** What Netlify makes of them, as folders. */
async function pack(folder: string): Promise<string> {
  const out = join(folder, 'out')
  await mkdir(out)
  const config = { '*': { nodeBundler: 'none' as const, nodeVersion: '24' } }
  await zipFunctions(join(folder, 'packed'), out, { archiveFormat: 'none', basePath: PROJECT, config })
  return out
}

/** The budget is for what we put in; what Netlify adds to every function alike is named beside it. */
async function sizeRow({ name, bytes }: BundledFunction, folder: string): Promise<Row> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile())
  const sizes = await Promise.all(files.map(async (file) => (await stat(join(file.parentPath, file.name))).size))
  const added = sizes.reduce((sum, size) => sum + size, -bytes)
  const reference = `Netlify adds ${format(added / 1e6)} MB`
  return againstBudget(`${name}: unzipped`, bytes / 1e6, MOST_MEGABYTES, 'MB', reference)
}

/** Medians in milliseconds, each load in a new process, in turns. */
async function loadTimes(files: readonly string[], cwd: string): Promise<number[]> {
  const times: number[][] = files.map(() => [])
  for (let round = 0; round < ROUNDS; round++) {
    for (const [at, file] of files.entries()) {
      const { output } = await runNode([LOADER, file], { cwd, within: 60_000 })
      times[at]?.push(Number(output.trim().split('\n').at(-1)))
    }
  }
  return times.map(median)
}

/** The budget is 150 ms; it is shown as so many times the reference of this run. */
function loadRow(name: string, ours: number, bare: number): Row {
  if (!Number.isFinite(ours)) throw new Error(`The function ${name} told no time`)
  const most = MOST_MILLISECONDS / bare
  return { ...againstReference(`${name}: module load`, ours, bare, 'ms', most), budget: `≤ ${format(most)} × (150 ms)` }
}
