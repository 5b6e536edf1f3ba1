import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { blockPictures } from '#src/contract/content-shown.ts'
import type { EventRows } from '#src/contract/event.ts'
import type { Instant } from '#src/contract/instant.ts'
import type { Picture, PictureOf } from '#src/contract/picture.ts'
import { type ShownProduct, toShownProduct } from '#src/contract/shop-page.ts'
import { findKept, keepPicture, SHARE_CACHE } from '#src/domain/events/share-image.ts'
import type { Site } from '#src/domain/site/read-site.ts'

/** The largest width of an uploaded picture, in device pixels: the boxes of logos and portraits are half as wide. */
const WIDTHS = [384]
/** Those of the pictures of products, on their page and in the catalog, and of pictures in content. */
export const LARGE_WIDTHS = [1200, 600]
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
function mediaIn(sources: Iterable<string>): string[] {
  return [...sources].flatMap((source) => MEDIA.exec(source)?.[1] ?? [])
}

/** Where uploads are: which of these ids there are, and the bytes of some. */
export type Uploads = {
  find: (ids: string[]) => Promise<string[]>
  read: (ids: string[]) => Promise<{ id: string; bytes: Uint8Array }[]>
}

/** Where pictures that an earlier build made are, and when this one began. */
type Cache = { cacheDir: string; usedAt: Instant }
/** Where the files of this site are, and the widths in which an upload is made, the largest first. */
type Making = Partial<Cache> & { publicFolder?: string; widths?: readonly number[] }

/**
 * Measures the pictures of this site, and makes uploads small once for all builds: of those that are kept, not even the bytes are read. One
 * that is not there is reported and left out of the pages; one elsewhere on the web is never fetched and keeps a fixed box. (issue: images)
 */
export async function preparePictures(
  sources: ReadonlySet<string>,
  uploads: Uploads,
  { publicFolder = join(process.cwd(), 'public'), widths = WIDTHS, ...more }: Making = {},
): Promise<Pictures> {
  const cache = { cacheDir: join(process.cwd(), SHARE_CACHE), usedAt: Date.now(), ...more }
  const small = await makeSmall(mediaIn(sources), uploads, widths, cache)
  const files: Pictures['files'] = new Map()
  const prepare = async (source: string): Promise<Picture | null> => {
    if (!source.startsWith('/')) return { src: source }
    const id = MEDIA.exec(source)?.[1]
    if (id === undefined) return measure(source, publicFolder)
    return withSizes(await Promise.all((small.get(id) ?? []).map((data) => addFile(data, files))))
  }
  const ready = new Map<string, Picture | null>()
  for (const source of sources) {
    ready.set(source, await prepare(source).catch(() => null))
    if (ready.get(source) === null) console.warn(`[pictures] ${source} is not there or not an image: left out.`)
  }
  return { findPicture: (source) => ready.get(source) ?? null, files }
}

type Small = Map<string, Uint8Array[]>

/** Uploads in these widths, by id. Those that are not kept are read a few at a time: they may be many. What is no image is absent. */
async function makeSmall(ids: string[], uploads: Uploads, widths: readonly number[], cache: Cache): Promise<Small> {
  const small: Small = new Map()
  const unknown: string[] = []
  for (const id of await uploads.find(ids)) {
    const kept = await Promise.all(widths.map((width) => findKept(keptName(id, width), cache)))
    const whole = kept.filter((data) => data !== undefined)
    if (whole.length === widths.length) small.set(id, whole)
    else unknown.push(id)
  }
  for (let at = 0; at < unknown.length; at += AT_ONCE) {
    for (const { id, bytes } of await uploads.read(unknown.slice(at, at + AT_ONCE))) {
      const make = (width: number) => keepPicture(keptName(id, width), cache, () => shrink(bytes, width))
      const made = await Promise.all(widths.map(make)).catch(() => undefined)
      if (made) small.set(id, made)
    }
  }
  return small
}

async function measure(source: string, publicFolder: string): Promise<Picture> {
  const { pathname } = new URL(source, 'file:///')
  const { width, height } = await sharp(await readFile(join(publicFolder, decodeURIComponent(pathname)))).metadata()
  return { src: source, width, height }
}

const QUALITY = 82
/** Another version of sharp may write other bytes. */
const keptName = (id: string, width: number) => `${id}-${width}-${QUALITY}-${sharp.versions.sharp}.webp`

async function shrink(bytes: Uint8Array, width: number): Promise<Uint8Array<ArrayBuffer>> {
  const resized = sharp(bytes).resize({ width, withoutEnlargement: true })
  return new Uint8Array(await resized.webp({ quality: QUALITY }).toBuffer())
}

/** Named after what is in it, so that a browser may keep it for ever. */
async function addFile(data: Uint8Array, files: Pictures['files']): Promise<Sized> {
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

/** What is known of each picture by its address: those of events, and those of the content of editors, which are larger. */
export type MeasuredPictures = {
  pictures: ReadonlyMap<string, Picture | null>
  contentPictures: ReadonlyMap<string, Picture | null>
}

/** Measures all pictures, and makes uploads small. They are named by content, so that no snapshot is needed. */
export async function readPictures(
  uploads: Uploads,
  events: readonly { sources: readonly string[]; contentSources: readonly string[] }[],
  { shop, pages }: Pick<Site, 'shop' | 'pages'>,
): Promise<MeasuredPictures & { products: ShownProduct[]; pictureFiles: Pictures['files'] }> {
  // Thousands of events share their lists.
  const lists = new Set(events.map((event) => event.sources))
  const sources = new Set([...lists].flat())
  const ofEvents = await preparePictures(sources, uploads)
  const large = (addresses: string[]) => preparePictures(new Set(addresses), uploads, { widths: LARGE_WIDTHS })
  const ofProducts = await large(shop.products.flatMap((product) => product.pictures.map(({ url }) => url)))
  const onPages = blockPictures(pages.flatMap(({ blocks }) => blocks))
  const contentSources = [...events.flatMap((event) => event.contentSources), ...onPages]
  const ofContent = await large(contentSources)
  return {
    pictures: new Map([...sources].map((source) => [source, ofEvents.findPicture(source)])),
    contentPictures: new Map(contentSources.map((source) => [source, ofContent.findPicture(source)])),
    products: shop.products.map((product) => toShownProduct(product, ofProducts.findPicture)),
    pictureFiles: new Map([...ofEvents.files, ...ofProducts.files, ...ofContent.files]),
  }
}

export type Finders = { findPicture: PictureOf; findContentPicture: PictureOf }

export const findersIn = ({ pictures, contentPictures }: MeasuredPictures): Finders => ({
  findPicture: (source) => pictures.get(source) ?? null,
  findContentPicture: (source) => contentPictures.get(source) ?? null,
})
