import { createHash } from 'node:crypto'
import { isNotNull } from 'drizzle-orm'
import sharp, { type OutputInfo, type Sharp } from 'sharp'
import type { Db } from '#db/client.ts'
import { media } from '#db/schema/site.ts'
import { Failure } from '#src/contract/failure.ts'
import { IMAGE_SENTENCE, MOST_UPLOAD_BYTES, type UploadedImage } from '#src/contract/medium.ts'
import { type Actor, recordAudit } from '../audit/audit.ts'

/** A stored image, and the path it is served at. */
type StoredImage = { id: string; url: string; contentType: string; width: number; height: number }

/** The largest decoded picture: a small file can contain a gigantic one. */
const MAX_PIXELS = 24_000_000
const MIN_SIDE = 16
/** No page shows an image wider than this. */
const MAX_SIDE = 1600
const SECONDS_TO_DECODE = 10

/**
 * Stores an uploaded image: decoded, turned upright, reduced to 1600 pixels and re-encoded as WebP, so that nothing of
 * the file itself is ever served: no trailing script, no location of the camera. The same picture is stored once; with
 * `unusedSince`, it is deleted again unless a post shows it in time. Throws `too_large`, `unsupported_media_type` or
 * `invalid`. (decision 0026, security XS5)
 */
export async function storeImage(db: Db, bytes: Uint8Array, unusedSince: Date | null = null): Promise<StoredImage> {
  return keepImage(db, await encodeImage(bytes), unusedSince)
}

/** An image ready to be stored. */
type EncodedImage = Omit<StoredImage, 'url'> & { data: Buffer }

/** The first half of `storeImage`, which is slow and needs no database. Throws as it does. */
export async function encodeImage(bytes: Uint8Array): Promise<EncodedImage> {
  if (bytes.length > MOST_UPLOAD_BYTES) throw new Failure('too_large', IMAGE_SENTENCE.tooLarge)
  if (!imageFormat(bytes)) {
    throw new Failure('unsupported_media_type', IMAGE_SENTENCE.wrongType)
  }
  const { data, info } = await encode(bytes)
  const id = createHash('sha256').update(data).digest('hex')
  return { id, contentType: 'image/webp', width: info.width, height: info.height, data }
}

/** The second half: the same picture is stored once, and a permanent one stays permanent when it is uploaded again. */
async function keepImage(db: Db, { data, ...image }: EncodedImage, unusedSince: Date | null): Promise<StoredImage> {
  await db
    .insert(media)
    .values({ ...image, bytes: data, unusedSince })
    .onConflictDoUpdate({ target: media.id, set: { unusedSince }, setWhere: isNotNull(media.unusedSince) })
  return { ...image, url: `/media/${image.id}` }
}

async function encode(bytes: Uint8Array): Promise<{ data: Buffer; info: OutputInfo }> {
  await checkSize(bytes)
  try {
    return await open(bytes)
      .autoOrient()
      .resize({ width: MAX_SIDE, height: MAX_SIDE, fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 86, smartSubsample: true })
      .timeout({ seconds: SECONDS_TO_DECODE })
      .toBuffer({ resolveWithObject: true })
  } catch (cause) {
    throw unreadable(cause)
  }
}

/** Reads the size from the header, before a pixel is decoded. */
async function checkSize(bytes: Uint8Array): Promise<void> {
  const { width, height } = await sharp(bytes, { limitInputPixels: false })
    .metadata()
    .catch((cause: unknown) => {
      throw unreadable(cause)
    })
  if (width < MIN_SIDE || height < MIN_SIDE) {
    throw new Failure('invalid', 'The image must be at least 16 pixels wide and high.')
  }
  if (width * height > MAX_PIXELS) throw new Failure('invalid', 'The image must have at most 24 megapixels.')
}

/** The first frame only; a damaged file is refused rather than half shown. */
function open(bytes: Uint8Array): Sharp {
  return sharp(bytes, { failOn: 'error', limitInputPixels: MAX_PIXELS, pages: 1 })
}

function unreadable(cause: unknown): Failure {
  return new Failure('invalid', 'The image could not be read.', { cause })
}

/** The image formats people may upload. SVG and HTML are none of them: they can carry scripts. (security XS5) */
type ImageFormat = 'png' | 'jpeg' | 'webp' | 'avif'

const PNG = '\x89PNG\r\n\x1a\n'
const JPEG = '\xff\xd8\xff'
/** A brand that says only "an image of the MPEG family"; the compatible brands then say which. */
const GENERAL_BRAND = 'mif1'

/** The format that the first bytes of a file say; undefined for anything we do not take, whatever its name or type claims. */
export function imageFormat(bytes: Uint8Array): ImageFormat | undefined {
  const head = Buffer.from(bytes.subarray(0, 64)).toString('latin1')
  if (head.startsWith(PNG)) return 'png'
  if (head.startsWith(JPEG)) return 'jpeg'
  if (head.startsWith('RIFF') && head.slice(8, 12) === 'WEBP') return 'webp'
  return isAvif(bytes, head) ? 'avif' : undefined
}

/** The `ftyp` box comes first and names `avif`, a still picture; a sequence (`avis`) is a film. */
function isAvif(bytes: Uint8Array, head: string): boolean {
  if (bytes.length < 16 || head.slice(4, 8) !== 'ftyp') return false
  const length = new DataView(bytes.buffer, bytes.byteOffset).getUint32(0)
  const compatible: string[] = head.slice(16, Math.min(length, 64)).match(/.{4}/gs) ?? []
  const major = head.slice(8, 12)
  return major === 'avif' || (major === GENERAL_BRAND && compatible.includes('avif'))
}

/**
 * Stores an uploaded image and who uploaded it; with `unusedSince` it is deleted again unless it is used in time. Throws as
 * `storeImage` does. It is decoded before the transaction begins,
 * so that no connection waits for it.
 */
export async function uploadImage(
  db: Db,
  bytes: Uint8Array,
  actor: Actor,
  unusedSince: Date | null = null,
): Promise<UploadedImage> {
  const encoded = await encodeImage(bytes)
  return db.transaction(async (tx) => {
    const { id, url, width, height } = await keepImage(tx, encoded, unusedSince)
    const after = { url, width, height, uploadedBytes: bytes.length }
    await recordAudit(tx, actor, { action: 'media.upload', subjectType: 'media', subjectId: id, after })
    return { url, width, height }
  })
}
