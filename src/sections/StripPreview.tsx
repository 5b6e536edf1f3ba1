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

/** On a phone itself the first two are the same. */
const PHONE = 'max-w-[22.5rem] max-sm:hidden [&_ul]:grid-cols-2!'

/** Where a strip is shown: on a wide page it has four places beside each other, on a phone two. */
const FRAMES = [
  { title: 'Light', scheme: SCHEMES.light, width: 'col-span-full' },
  { title: 'Dark', scheme: SCHEMES.dark, width: 'col-span-full' },
  { title: 'Phone, light', scheme: SCHEMES.light, width: PHONE },
  { title: 'Phone, dark', scheme: SCHEMES.dark, width: PHONE },
]

/** How the strip of an event's page shows one partner beside others: on light and on dark, wide and on a phone. */
export function StripPreview({ partner }: { partner: Omit<Partner, 'id'> }) {
  const other = { vendorName: 'Another partner', websiteUrl: null, description: null, logo: null }
  const partners = [
    { ...partner, id: 'own' },
    { ...other, id: 'other' },
  ]
  return (
    <div className="grid grid-cols-[repeat(auto-fit,minmax(min(19rem,100%),1fr))] gap-4">
      {FRAMES.map(({ title, scheme, width }) => (
        <figure key={title} className={`min-w-0 ${width}`}>
          {/* The page's own script drops a logo that cannot be loaded: another logo gets another strip. */}
          <div
            key={partner.logo?.src ?? ''}
            inert
            style={scheme as CSSProperties}
            className="overflow-hidden rounded-md border border-line text-ink"
          >
            <Partners partners={partners} />
          </div>
          <figcaption className="mt-1.5 font-semibold text-[.9375rem]">{title}</figcaption>
        </figure>
      ))}
    </div>
  )
}
