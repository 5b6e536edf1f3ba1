import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import type { Db } from '../client.ts'
import { media } from '../schema/site.ts'

/** The size of each kind of drawing, in pixels. */
const SIZES = {
  portraits: { width: 480, height: 480 },
  products: { width: 1200, height: 900 },
  maps: { width: 1200, height: 900 },
}

/**
 * Draws every portrait, every picture of a product, or every map, to WebP into `media`, as an upload would be kept. Resolves with the path of
 * each by the drawing's name.
 */
export async function storeDrawings(tx: Db, kind: keyof typeof SIZES): Promise<Map<string, string>> {
  const folder = fileURLToPath(new URL(`./${kind}`, import.meta.url))
  const size = SIZES[kind]
  const files = (await readdir(folder)).filter((file) => file.endsWith('.svg')).sort()
  const drawn = await Promise.all(files.map((file) => draw(join(folder, file), size)))
  await tx
    .insert(media)
    .values(drawn.map(({ id, bytes }) => ({ id, bytes, contentType: 'image/webp', ...size })))
    .onConflictDoNothing()
  return new Map(drawn.map(({ id, name }) => [name, `/media/${id}`]))
}

async function draw(file: string, { width, height }: { width: number; height: number }) {
  const svg = await readFile(file)
  const bytes = await sharp(svg, { density: 192 }).resize(width, height).webp({ quality: 88 }).toBuffer()
  return { id: createHash('sha256').update(bytes).digest('hex'), name: basename(file, '.svg'), bytes }
}
