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

/**
 * Whom to turn to where it is not known which event somebody means, and must not be: the same for everybody. Without a contact in the
 * settings, the feedback form. (security LG2)
 */
export function SiteContact({ contact }: { contact: PartnerContact | null }) {
  return (
    <div className="mt-5">
      <p>The email with your link names the contact of your workshop. You can also answer that email.</p>
      {contact ? (
        <ContactLinks contact={contact} />
      ) : (
        <a href="/feedback" className={LINK}>
          Ask us a question
        </a>
      )}
    </div>
  )
}
