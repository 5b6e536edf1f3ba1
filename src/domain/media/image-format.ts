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
