import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { createRequire, registerHooks } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { PROJECT } from './project.ts'

const KEPT = join(PROJECT, 'node_modules/.cache/jsx')
const TSX = /\.tsx(?:\?|$)/

// React is loaded as visitors get it: the form for developing takes three times as long.
process.env.NODE_ENV ??= 'production'

/**
 * Node strips types, but knows no JSX. Components that functions render are turned into plain modules here, once for the same
 * source. Import this file before anything loads a component.
 */
registerHooks({
  load: (url, context, next) => {
    if (!url.startsWith('file:') || !TSX.test(url)) return next(url, context)
    const file = fileURLToPath(url.split('?')[0] ?? '')
    return { format: 'module', source: toModule(readFileSync(file, 'utf8'), file), shortCircuit: true }
  },
})

function toModule(source: string, file: string): string {
  const kept = join(KEPT, `${createHash('sha256').update(source).digest('hex')}.js`)
  try {
    return readFileSync(kept, 'utf8')
  } catch {
    const code = transformed(source, file)
    keep(kept, code)
    return code
  }
}

/** The compiler takes a while to load: it is only asked for what is new. */
function transformed(source: string, file: string): string {
  const { transformSync }: typeof import('esbuild') = createRequire(import.meta.url)('esbuild')
  return transformSync(source, { loader: 'tsx', jsx: 'automatic', target: 'node24', sourcefile: file }).code
}

/** Written by renaming, so that no reader sees half of it. What cannot be stored is made again. */
function keep(kept: string, code: string): void {
  try {
    mkdirSync(KEPT, { recursive: true })
    writeFileSync(`${kept}.${process.pid}`, code)
    renameSync(`${kept}.${process.pid}`, kept)
  } catch {}
}
