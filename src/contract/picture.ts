/** An image a section may show. Without a size the section gives it a fixed box; `srcSet` is there if it exists in several. */
export type Picture = { src: string; srcSet?: string; width?: number; height?: number }

/** Finds the picture behind an address: its size when known, null when it is known to be missing. */
export type PictureOf = (src: string) => Picture | null

/** What every form calls the alternative text of a picture. */
export const PICTURE_ALT = 'Description of the picture'
