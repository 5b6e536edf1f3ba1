import type { ShownPicture } from '#src/contract/shop-page.ts'

type ProductPictureProps = {
  picture: ShownPicture
  /** How wide it is shown, as `sizes` of an image says it. */
  sizes: string
  /** True for what a page shows first. */
  isFirst?: boolean
  /** Words for people who do not see it; those of the picture by default. */
  alt?: string
}

/** A picture on paper, whole, in a box of four to three. One that is elsewhere learns nothing of the visitor. */
export function ProductPicture({ picture, sizes, isFirst = false, alt }: ProductPictureProps) {
  const { src, srcSet, width = 1200, height = 900 } = picture
  const isElsewhere = !src.startsWith('/')
  return (
    <img
      src={src}
      {...(srcSet && { srcSet, sizes })}
      alt={alt ?? picture.alt}
      width={width}
      height={height}
      {...(isFirst ? { fetchPriority: 'high' as const } : { loading: 'lazy' as const, decoding: 'async' as const })}
      {...(isElsewhere && { referrerPolicy: 'no-referrer' as const })}
      className="aspect-[4/3] w-full bg-paper object-contain"
    />
  )
}
