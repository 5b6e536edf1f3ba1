import { createHash } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build, transform } from 'esbuild'

const FOLDER = fileURLToPath(new URL('../../islands/viewer/', import.meta.url))

/** A script in a file of its own. `name` changes with what it holds, so that it may be cached for ever. */
type PackedScript = { name: string; code: string }

/** The script that makes the bar a viewer's, with its style inside: minified, in the form of a module. */
export async function packSignedInBar(): Promise<PackedScript> {
  const source = await readFile(join(FOLDER, 'signed-in-bar.css'), 'utf8')
  const { code: style } = await transform(source, { loader: 'css', minify: true, target: 'es2022' })
  const { outputFiles } = await build({
    entryPoints: [join(FOLDER, 'signed-in-bar.ts')],
    bundle: true,
    minify: true,
    format: 'esm',
    target: 'es2022',
    define: { BAR_STYLE: JSON.stringify(style.trim()) },
    write: false,
  })
  const [file] = outputFiles
  if (!file) throw new Error('The signed-in bar came out empty')
  const hash = createHash('sha256').update(file.text).digest('hex').slice(0, 8)
  return { name: `bar.${hash}.js`, code: file.text }
}

/** Writes the script into the assets of a finished build. */
export async function writeSignedInBar({ name, code }: PackedScript, assets: string): Promise<void> {
  await mkdir(assets, { recursive: true })
  await writeFile(join(assets, name), code)
}
