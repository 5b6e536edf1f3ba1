import { useState } from 'react'
import { PHOTO_BROKEN } from '#src/contract/library.ts'

type ImagePreviewProps = { src: string; kind: 'logo' | 'photo'; alt: string }

/** The grounds a logo stands on for visitors who prefer light and dark. */
const GROUNDS = [
  ['On light', 'bg-[#fafbf6] text-[#14201b]'],
  ['On dark', 'bg-[#15211c] text-[#ecf1ea]'],
] as const

/**
 * A logo on light and dark, or a photo in the shape the page gives it, loaded as visitors load it. One that does not come is
 * flagged. (product 4: a logo that fails to load is dropped from the strip)
 */
export function ImagePreview({ src, kind, alt }: ImagePreviewProps) {
  const [broken, setBroken] = useState<string>()
  if (src === '') return <p className="text-soft leading-snug">{NONE[kind]}</p>
  if (broken === src) {
    return (
      <p role="alert" className="font-semibold text-stop-ink leading-snug">
        {BROKEN[kind]}
      </p>
    )
  }
  const image = (label: string, size: string) => (
    <img src={src} alt={label} referrerPolicy="no-referrer" onError={() => setBroken(src)} className={size} />
  )
  if (kind === 'photo') return image(alt, 'aspect-square w-36 rounded-md object-cover')
  return (
    <div className="grid grid-cols-2 gap-3">
      {GROUNDS.map(([name, ground]) => (
        <figure key={name} className={`overflow-hidden rounded-md border border-line ${ground}`}>
          <div className="flex h-28 items-center justify-center p-4">
            {image(`${alt}, ${name.toLowerCase()}`, 'max-h-full max-w-full object-contain')}
          </div>
          <figcaption className="px-3 pb-2 font-semibold text-[.8125rem]">{name}</figcaption>
        </figure>
      ))}
    </div>
  )
}

const NONE = {
  logo: 'No logo yet. The page shows the name instead.',
  photo: 'No photo yet. The page shows the initials instead.',
}

const BROKEN = {
  logo: 'This logo cannot be loaded. Visitors do not see it.',
  photo: PHOTO_BROKEN,
}
