import type { PartnerContact } from '#src/contract/partner-contact.ts'

const LINK = 'inline-flex min-h-11 items-center underline underline-offset-4 wrap-anywhere'

/** Whom to turn to, with links that write an email and call. */
export function ContactLinks({ contact: { name, email, phone } }: { contact: PartnerContact }) {
  return (
    <p className="flex flex-wrap items-center gap-x-5 leading-snug">
      <span className="font-semibold wrap-anywhere">Questions?{name && ` ${name}`}</span>
      {email && (
        <a href={`mailto:${email}`} className={LINK}>
          {email}
        </a>
      )}
      {phone && (
        <a href={`tel:${phone.replace(/[^+\d]/g, '')}`} className={LINK}>
          {phone}
        </a>
      )}
    </p>
  )
}
