import { z } from 'zod'
import { emailAddress } from './email.ts'
import type { Instant } from './instant.ts'
import type { StatusNotice } from './landing-copy.ts'
import type { PartnerContact } from './partner-contact.ts'

/** Body of `POST /api/vendor/sign-in`. */
export const vendorSignInInput = z.strictObject({ email: emailAddress })

/** Body of the calls behind the links of the two mails. */
export const vendorTokenInput = z.strictObject({ token: z.string().max(200) })

/** The longest life of a session of the portal, used or not, in milliseconds. (decision 0057) */
export const LONGEST_VENDOR_SESSION = 7 * 24 * 3_600_000

/** What is answered to everybody who asks for a link. It does not say whether the address is known. (security VP4) */
export const VENDOR_LINK_SENT =
  'If this address has access to the portal, a link is on its way. It works once, for 15 minutes.'

/** Refuses to end the last access of a vendor. */
export const LAST_ACCESS = 'You are the only person with access. Ask us to end it if you no longer need it.'

/** What a link of the portal is about, before it is used. */
export type VendorLinkLook = { vendorName: string; name: string }

/** The person who is signed in to the portal, and their company. */
export type VendorMe = {
  contact: { id: string; name: string; email: string }
  vendor: { id: string; name: string; logoUrl: string | null; websiteUrl: string | null }
}

/** A person with access to the portal of a vendor. */
export type VendorColleague = {
  id: string
  name: string
  email: string
  /** False for somebody who has not accepted the invitation yet. */
  isActive: boolean
  isSelf: boolean
  lastSeenAt: Instant | null
}

/** An event that a vendor is part of, in the words of its page. */
export type VendorEvent = {
  id: string
  slug: string
  name: string
  /** `Thursday, January 21, 2027`. */
  date: string
  /** `2027-01-21`. */
  dateTime: string
  timeRange: string
  /** The venue and its address, or the city where there is none; as far as they are known. */
  place: string[]
  notice: StatusNotice | null
  /** Whom to turn to with questions; null if nothing is set. */
  contact: PartnerContact | null
}

/** The published events of a vendor: those ahead, soonest first, and the latest ones that are over. */
export type VendorEvents = { ahead: VendorEvent[]; past: VendorEvent[] }
