import type { CSSProperties } from 'react'
import type { Partner } from '#src/contract/landing.ts'
import { Partners } from './Partners.tsx'

/** There is no page around a preview, so that its edge is narrow. */
const NARROW = { '--gutter': '1rem' }

/** The tokens of the two schemes that the strip uses, whichever of them the reader's own system prefers. */
const SCHEMES = {
  light: { ...NARROW, '--surface': '#fafbf6', '--ink': '#14201b', '--line': '#c2cabf' },
  dark: { ...NARROW, '--surface': '#15211c', '--ink': '#ecf1ea', '--line': '#2f4038' },
}

/** Half the size of the page, so that a tile has the proportions that it has there. A phone shows its own strip at full size. */
const HALF = 'sm:[zoom:.5] max-sm:[&_.wrap]:py-5'
/** On a phone itself the first two are the same. */
const PHONE = 'max-sm:hidden [&_ul]:grid-cols-2!'

/** Where a strip is shown: on a wide page it has four places beside each other, on a phone two. */
const FRAMES = [
  { title: 'Light', scheme: SCHEMES.light, places: 4, width: 'w-full' },
  { title: 'Dark', scheme: SCHEMES.dark, places: 4, width: 'w-full' },
  { title: 'Phone, light', scheme: SCHEMES.light, places: 2, width: `w-45 ${PHONE}` },
  { title: 'Phone, dark', scheme: SCHEMES.dark, places: 2, width: `w-45 ${PHONE}` },
]

const OTHER = { vendorName: 'Another partner', websiteUrl: null, description: null, logo: null }

/** How the strip of an event's page shows one partner beside others: on light and on dark, wide and on a phone. */
export function StripPreview({ partner }: { partner: Omit<Partner, 'id'> }) {
  return (
    <div className="flex flex-wrap gap-4">
      {FRAMES.map(({ title, scheme, places, width }) => (
        <figure key={title} className={`min-w-0 ${width}`}>
          {/* The page's own script drops a logo that cannot be loaded: another logo gets another strip. */}
          <div
            key={partner.logo?.src ?? ''}
            inert
            style={scheme as CSSProperties}
            className={`overflow-hidden rounded-md border border-line text-ink max-sm:[&_li:nth-child(n+3)]:hidden ${HALF}`}
          >
            <Partners
              partners={Array.from({ length: places }, (_, at) => ({ ...(at ? OTHER : partner), id: String(at) }))}
            />
          </div>
          <figcaption className="mt-1.5 font-semibold text-[.9375rem]">{title}</figcaption>
        </figure>
      ))}
    </div>
  )
}
