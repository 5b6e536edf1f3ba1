import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import type { Db } from '../client.ts'
import { media } from '../schema/site.ts'

const FOLDER = fileURLToPath(new URL('./portraits', import.meta.url))
const SIDE = 480

/** Draws every portrait to WebP into `media`, as an upload would be kept. Resolves with the path of each by the drawing's name. */
export async function storePortraits(tx: Db): Promise<Map<string, string>> {
  const files = (await readdir(FOLDER)).filter((file) => file.endsWith('.svg')).sort()
  const drawn = await Promise.all(files.map(draw))
  await tx
    .insert(media)
    .values(drawn.map(({ id, bytes }) => ({ id, bytes, contentType: 'image/webp', width: SIDE, height: SIDE })))
    .onConflictDoNothing()
  return new Map(drawn.map(({ id, name }) => [name, `/media/${id}`]))
}

async function draw(file: string): Promise<{ id: string; name: string; bytes: Uint8Array }> {
  const svg = await readFile(join(FOLDER, file))
  const bytes = await sharp(svg, { density: 192 }).resize(SIDE, SIDE).webp({ quality: 88 }).toBuffer()
  return { id: createHash('sha256').update(bytes).digest('hex'), name: basename(file, '.svg'), bytes }
}
