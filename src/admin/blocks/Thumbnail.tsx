import { Image, ImageOff } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { CANNOT_LOAD } from '#src/contract/event-parts.ts'

type ThumbnailProps = {
  src: string | null
  alt: string
  kind: 'logo' | 'photo'
  /** Shown next to it. */
  children: ReactNode
}

/**
 * A logo or photo as the site loads it, on the site's background, and the entry it belongs to. One that cannot be loaded is
 * flagged. (product 4: a logo that fails to load is dropped from the strip)
 */
export function Thumbnail({ src, alt, kind, children }: ThumbnailProps) {
  const [broken, setBroken] = useState<string>()
  const isBroken = src !== null && broken === src
  const Missing = isBroken ? ImageOff : Image
  const name = kind === 'logo' ? 'Logo' : 'Photo'
  return (
    <span className="flex min-w-0 flex-1 basis-48 items-center gap-3">
      <span
        className={`flex shrink-0 items-center justify-center overflow-hidden rounded border border-line bg-paper text-on-paper ${kind === 'logo' ? 'h-12 w-16 p-1 sm:w-24 sm:p-1.5' : 'size-12'}`}
      >
        {src === null || isBroken ? (
          <Missing aria-hidden="true" className="size-5 opacity-60" />
        ) : (
          <img
            src={src}
            alt={alt}
            referrerPolicy="no-referrer"
            onError={() => setBroken(src)}
            className={`size-full ${kind === 'logo' ? 'object-contain' : 'object-cover'}`}
          />
        )}
      </span>
      <span className="min-w-0 leading-snug [overflow-wrap:anywhere]">
        {children}
        {isBroken && (
          <span className="admin-second text-stop-ink">
            {name} {CANNOT_LOAD}
          </span>
        )}
      </span>
    </span>
  )
}
