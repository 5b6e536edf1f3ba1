import type { Partner } from '#src/contract/landing.ts'
import { toPlace } from '#src/contract/vendor-statistics.ts'

/** A logo keeps its own proportions when they are known, else it fits a fixed box. A logo elsewhere learns nothing of the visitor. */
function Logo({ partner: { logo, vendorName } }: { partner: Partner }) {
  if (!logo) return <span className="label text-[1.25rem]">{vendorName}</span>
  const isElsewhere = !logo.src.startsWith('/')
  return (
    <img
      src={logo.src}
      alt={vendorName}
      width={logo.width ?? 160}
      height={logo.height ?? 64}
      loading="lazy"
      decoding="async"
      data-logo
      className="h-14 w-full object-contain"
      {...(isElsewhere && { referrerPolicy: 'no-referrer' as const })}
    />
  )
}

/** The link of a partner says which one it is only where another has the same website: the address is enough for all others. */
function PartnerItem({ partner, hasTwin }: { partner: Partner; hasTwin: boolean }) {
  const box = 'flex h-24 items-center justify-center p-4'
  return (
    <li className="overflow-hidden rounded-lg border border-line bg-paper text-on-paper">
      {partner.websiteUrl ? (
        <a
          className={`${box} hover:bg-white`}
          href={partner.websiteUrl}
          target="_blank"
          rel="noopener"
          data-partner={hasTwin ? partner.id : undefined}
        >
          <Logo partner={partner} />
          <span className="sr-only"> (opens in a new tab)</span>
        </a>
      ) : (
        <span className={box}>
          <Logo partner={partner} />
        </span>
      )}
    </li>
  )
}

function hasTwin({ id, websiteUrl }: Partner, partners: readonly Partner[]): boolean {
  const place = toPlace(websiteUrl ?? '')
  return partners.some((other) => other.id !== id && other.websiteUrl !== null && toPlace(other.websiteUrl) === place)
}

/** Section 3: the partners of the workshop. Left out if there are none; a script removes logos that fail to load. (product 2, 4) */
export function Partners({ partners }: { partners: Partner[] | null }) {
  if (partners?.length === 0) return null
  return (
    <section className="border-line border-b bg-surface" data-partners data-seen="partners">
      <div className="wrap py-10">
        <h2 className="label text-[1.5rem]">Partnered With</h2>
        {partners ? (
          <ul className="mt-5 grid grid-cols-2 gap-2 sm:grid-cols-4 sm:gap-3">
            {partners.map((partner) => (
              <PartnerItem key={partner.id} partner={partner} hasTwin={hasTwin(partner, partners)} />
            ))}
          </ul>
        ) : (
          <p role="note" className="mt-4">
            Unable to load vendor information at this time.
          </p>
        )}
      </div>
    </section>
  )
}
