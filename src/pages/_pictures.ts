import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import type { EventRows } from '#src/contract/event.ts'
import type { Instant } from '#src/contract/instant.ts'
import type { Picture, PictureOf } from '#src/contract/picture.ts'
import { keepPicture, SHARE_CACHE } from '#src/domain/events/share-image.ts'

/** The largest width of an uploaded picture, in device pixels: the boxes of logos and portraits are half as wide. */
const WIDTH = 384
/** Those of a product's picture, on its page and in the catalog. */
const PRODUCT_WIDTHS = [1200, 600]
/** Uploads that are in memory at once. */
const AT_ONCE = 20
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
  uploads: readonly Upload[],
  { publicFolder = join(process.cwd(), 'public'), widths = [WIDTH], cache }: Making = {},
): Promise<Pictures> {
  const getBytes = new Map(uploads.map(({ id, bytes }) => [id, bytes]))
  const ready = new Map<string, Picture | null>()
  const files: Pictures['files'] = new Map()
  for (const source of sources) {
    ready.set(source, await prepare(source, { getBytes, files, publicFolder, widths, cache }))
    if (ready.get(source) === null) console.warn(`[pictures] ${source} is not there or not an image: left out.`)
  }
  return { findPicture: (source) => ready.get(source) ?? null, files }
}

/** The same for the pictures of products, each in two sizes. The uploads are read a few at a time: they may be many. */
export async function prepareProductPictures(
  sources: ReadonlySet<string>,
  readUploads: (ids: string[]) => Promise<Upload[]>,
  cache: Cache = { cacheDir: join(process.cwd(), SHARE_CACHE), usedAt: Date.now() },
): Promise<Pictures> {
  const all = [...sources]
  const ready: Pictures[] = []
  for (let at = 0; at < all.length; at += AT_ONCE) {
    const some = all.slice(at, at + AT_ONCE)
    ready.push(await preparePictures(some, await readUploads(mediaIn(some)), { widths: PRODUCT_WIDTHS, cache }))
  }
  return {
    findPicture: (source) =>
      ready.map(({ findPicture }) => findPicture(source)).find((found) => found !== null) ?? null,
    files: new Map(ready.flatMap(({ files }) => [...files])),
  }
}

type Upload = { id: string; bytes: Uint8Array }
/** Where the files of this site are, and the widths in which an upload is made, the largest first. */
type Making = { publicFolder?: string; widths?: readonly number[]; cache?: Cache | undefined }
/** Where pictures that were made by an earlier build are, and when this one began. */
type Cache = { cacheDir: string; usedAt: Instant }
type Workshop = Required<Omit<Making, 'cache'>> &
  Pick<Making, 'cache'> & { getBytes: Map<string, Uint8Array>; files: Pictures['files'] }

async function prepare(
  source: string,
  { getBytes, files, publicFolder, widths, cache }: Workshop,
): Promise<Picture | null> {
  if (!source.startsWith('/')) return { src: source }
  try {
    const id = MEDIA.exec(source)?.[1]
    if (id === undefined) return await measure(source, publicFolder)
    const bytes = getBytes.get(id)
    if (!bytes) return null
    const cached = cache && { ...cache, id }
    const made = await Promise.all(widths.map((width) => shrink(bytes, { width, files, cached })))
    return withSizes(made)
  } catch {
    return null
  }
}

async function measure(source: string, publicFolder: string): Promise<Picture> {
  const { pathname } = new URL(source, 'file:///')
  const { width, height } = await sharp(await readFile(join(publicFolder, decodeURIComponent(pathname)))).metadata()
  return { src: source, width, height }
}

const QUALITY = 82
/** With `cached`, a picture that an earlier build made of the upload of this id is not made again. */
type Shrinking = { width: number; files: Pictures['files']; cached: (Cache & { id: string }) | undefined }

/** Named after what is in it, so that a browser may keep it for ever. */
async function shrink(bytes: Uint8Array, { width: largest, files, cached }: Shrinking): Promise<Sized> {
  const make = async () => {
    const resized = sharp(bytes).resize({ width: largest, withoutEnlargement: true })
    return new Uint8Array(await resized.webp({ quality: QUALITY }).toBuffer())
  }
  const kept = `${cached?.id}-${largest}-${QUALITY}.webp`
  const data = cached ? await keepPicture(kept, cached, make) : await make()
  const info = await sharp(data).metadata()
  const name = `${createHash('sha256').update(data).digest('hex').slice(0, 16)}.webp`
  files.set(name, data)
  return { src: `/_media/${name}`, width: info.width, height: info.height }
}

type Sized = Required<Omit<Picture, 'srcSet'>>

/** The largest of them; a browser may choose another one. */
function withSizes(made: readonly Sized[]): Picture | null {
  const [largest] = made
  const widths = new Map(made.map(({ src, width }) => [width, src]))
  if (!largest || widths.size < 2) return largest ?? null
  return { ...largest, srcSet: [...widths].map(([width, src]) => `${src} ${width}w`).join(', ') }
}
