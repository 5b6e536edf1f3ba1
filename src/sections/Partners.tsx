import type { Partner } from '#src/contract/landing.ts'
import { toPlace } from '#src/contract/vendor-statistics.ts'

/** A logo keeps its own proportions when they are known, else it fits a fixed box. A logo elsewhere learns nothing of the visitor. */
function Logo({ partner: { logo, vendorName } }: { partner: Partner }) {
  if (!logo) return <span className="label">{vendorName}</span>
  const isElsewhere = !logo.src.startsWith('/')
  return (
    <img
      src={logo.src}
      alt={vendorName}
      width={logo.width ?? 160}
      height={logo.height ?? 64}
      loading="lazy"
      decoding="async"
      data-logo=""
      {...(isElsewhere && { referrerPolicy: 'no-referrer' as const })}
    />
  )
}

/** The link of a partner says which one it is only where another has the same website: the address is enough for all others. */
function PartnerItem({ partner, hasTwin }: { partner: Partner; hasTwin: boolean }) {
  return (
    <li>
      {partner.websiteUrl ? (
        <a href={partner.websiteUrl} target="_blank" rel="noopener" data-partner={hasTwin ? partner.id : undefined}>
          <Logo partner={partner} />
          <span className="sr-only"> (opens in a new tab)</span>
        </a>
      ) : (
        <span>
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
    <section data-partners="" data-seen="">
      <div className="wrap">
        <h2 className="label">Partnered With</h2>
        {partners ? (
          <ul>
            {partners.map((partner) => (
              <PartnerItem key={partner.id} partner={partner} hasTwin={hasTwin(partner, partners)} />
            ))}
          </ul>
        ) : (
          <p role="note">Unable to load vendor information at this time.</p>
        )}
      </div>
    </section>
  )
}
