/** An upload that is kept: where it is served, and its size in pixels. */
export type UploadedImage = { url: string; width: number; height: number }

/** Bytes an upload may have. (decision 0026) */
export const MOST_UPLOAD_BYTES = 2 * 1024 * 1024

/** What may be uploaded. SVG and HTML are none of them: they can carry scripts. (security XS5) */
export const UPLOAD_TYPES = ['image/png', 'image/jpeg', 'image/webp', 'image/avif'] as const

/** Why an upload is refused before it is opened. */
export const IMAGE_SENTENCE = {
  tooLarge: 'The image must be at most 2 MB.',
  wrongType: 'The image must be a PNG, JPEG, WebP or AVIF file.',
} as const
