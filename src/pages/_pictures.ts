import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import type { EventRows } from '#src/contract/event.ts'
import type { Picture, PictureOf } from '#src/contract/landing.ts'

/** The largest width of an uploaded picture, in device pixels: the boxes of logos and portraits are half as wide. */
const WIDTH = 384
const MEDIA = /^\/media\/([0-9a-f]{64})$/

/** The pictures of one build: what a page may show, and the files made from uploads. */
export type Pictures = {
  findPicture: PictureOf
  /** File name to bytes, served under `/_media/`. */
  files: Map<string, Uint8Array>
}

/** Every picture the events name, each once. */
export function getSources(events: readonly EventRows[]): Set<string> {
  const named = events.flatMap(({ team, vendors }) => [
    ...team.map((member) => member.photoUrl),
    ...(vendors ?? []).map((vendor) => vendor.logoUrl),
  ])
  return new Set(named.filter((source) => source !== null))
}

/** Ids of the uploads among them. */
export function mediaIn(sources: Iterable<string>): string[] {
  return [...sources].flatMap((source) => MEDIA.exec(source)?.[1] ?? [])
}

/**
 * Measures the pictures of this site and makes uploads small. One that is not there is reported and left out of the pages;
 * one elsewhere on the web is never fetched and keeps a fixed box. (issue: images)
 */
export async function preparePictures(
  sources: Iterable<string>,
  uploads: readonly { id: string; bytes: Uint8Array }[],
  publicFolder = join(process.cwd(), 'public'),
): Promise<Pictures> {
  const getBytes = new Map(uploads.map(({ id, bytes }) => [id, bytes]))
  const ready = new Map<string, Picture | null>()
  const files: Pictures['files'] = new Map()
  for (const source of sources) {
    ready.set(source, await prepare(source, { getBytes, files, publicFolder }))
    if (ready.get(source) === null) console.warn(`[pictures] ${source} is not there or not an image: left out.`)
  }
  return { findPicture: (source) => ready.get(source) ?? null, files }
}

type Workshop = { getBytes: Map<string, Uint8Array>; files: Pictures['files']; publicFolder: string }

async function prepare(source: string, { getBytes, files, publicFolder }: Workshop): Promise<Picture | null> {
  if (!source.startsWith('/')) return { src: source }
  try {
    const id = MEDIA.exec(source)?.[1]
    if (id === undefined) return await measure(source, publicFolder)
    const bytes = getBytes.get(id)
    return bytes ? await shrink(bytes, files) : null
  } catch {
    return null
  }
}

async function measure(source: string, publicFolder: string): Promise<Picture> {
  const { pathname } = new URL(source, 'file:///')
  const { width, height } = await sharp(await readFile(join(publicFolder, decodeURIComponent(pathname)))).metadata()
  return { src: source, width, height }
}

/** Named after what is in it, so that a browser may keep it for ever. */
async function shrink(bytes: Uint8Array, files: Pictures['files']): Promise<Picture> {
  const { data, info } = await sharp(bytes)
    .resize({ width: WIDTH, withoutEnlargement: true })
    .webp({ quality: 82 })
    .toBuffer({ resolveWithObject: true })
  const name = `${createHash('sha256').update(data).digest('hex').slice(0, 16)}.webp`
  files.set(name, data)
  return { src: `/_media/${name}`, width: info.width, height: info.height }
}
