import { createHash } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build, transform } from 'esbuild'

const FOLDER = fileURLToPath(new URL('../../islands/viewer/', import.meta.url))
const SEEN = fileURLToPath(new URL('../page-script/seen.ts', import.meta.url))
const OFFLINE = fileURLToPath(new URL('../offline/', import.meta.url))
const SHOP = fileURLToPath(new URL('../../islands/shop/shop-page.ts', import.meta.url))

/** A script in a file of its own. `name` changes with what it holds, so that it may be cached for ever. */
export type PackedScript = { name: string; code: string }

/** The script that makes the bar a viewer's, with its style inside: minified, in the form of a module. */
export async function packSignedInBar(): Promise<PackedScript> {
  const source = await readFile(join(FOLDER, 'signed-in-bar.css'), 'utf8')
  const { code: style } = await transform(source, { loader: 'css', minify: true, target: 'es2022' })
  return pack('b', join(FOLDER, 'signed-in-bar.ts'), { BAR_STYLE: JSON.stringify(style.trim()) })
}

/** The script that tells what came into sight on the page of an event: minified, in the form of a module. */
export function packSeen(): Promise<PackedScript> {
  return pack('p', SEEN)
}

/** The script of pages of the shop: the cart, and the stock of now. */
export function packShopPage(): Promise<PackedScript> {
  return pack('s', SHOP)
}

/**
 * The service workers, each under the path it is for, and what a kept page loads. A browser asks for a service worker under the name it
 * knows, so these names stay. (decision 0063)
 */
export async function packOffline(): Promise<PackedScript[]> {
  const [worker, page] = await Promise.all(
    ['service-worker.ts', 'kept-page.ts'].map((file) => packText(join(OFFLINE, file), {}, 'iife')),
  )
  return [
    { name: 'event/sw.js', code: worker ?? '' },
    { name: 'logistics-form/sw.js', code: worker ?? '' },
    { name: 'event/kept.js', code: page ?? '' },
  ]
}

async function pack(prefix: string, entry: string, define: Record<string, string> = {}): Promise<PackedScript> {
  const code = await packText(entry, define, 'esm')
  const hash = createHash('sha256').update(code).digest('hex').slice(0, 8)
  return { name: `${prefix}.${hash}.js`, code }
}

async function packText(entry: string, define: Record<string, string>, format: 'esm' | 'iife'): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [entry],
    bundle: true,
    minify: true,
    format,
    target: 'es2022',
    define,
    write: false,
  })
  const [file] = outputFiles
  if (!file) throw new Error(`${entry} came out empty`)
  return file.text
}

/** Writes a script into a folder of a finished build. */
export async function writeScript({ name, code }: PackedScript, assets: string): Promise<void> {
  await mkdir(dirname(join(assets, name)), { recursive: true })
  await writeFile(join(assets, name), code)
}
