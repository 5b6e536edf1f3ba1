import type { ShownBlock } from './content-shown.ts'
import type { EventSummary, FirstList, FurtherList } from './event-summary.ts'
import type { Instant } from './instant.ts'
import type { Landing } from './landing.ts'
import type { Navigation } from './navigation.ts'
import type { PartnerContact } from './partner-contact.ts'
import type { ShownProduct } from './shop-page.ts'

/** A page of the site as of a change set. */
export type SetPreviewPage =
  | { kind: 'landing'; landing: Landing }
  | ({ kind: 'events' } & FirstList<EventSummary>)
  | FurtherList<EventSummary>
  | { kind: 'page'; title: string; blocks: ShownBlock[] }
  | { kind: 'catalog'; isOpen: boolean; number: number; count: number; products: ShownProduct[] }
  /** `email` is where somebody without scripts can order. */
  | { kind: 'product'; isOpen: boolean; product: ShownProduct; email: string | null }
  /** The site would have no such page, or the set changes nothing there. */
  | { kind: 'none'; path: string }

/** What a preview link of a change set opens. */
export type SetPreview = {
  name: string
  expiresAt: Instant
  now: Instant
  /** The bar as a visitor would see it. */
  navigation: Navigation
  /** What the footer of every page will say; null if the set does not change it. */
  footer: string | null
  /** Whom vendors and people of events will turn to; null if the set does not change it. */
  contact: PartnerContact | null
  page: SetPreviewPage
}

/** Introduces the name of the set above each page. */
export const SET_PREVIEW = 'Preview of a change set – not public'

/** Introduces the text of the footer, below the page. */
export const NEW_FOOTER = 'The footer of every page will say:'

/** Introduces the contact that vendors and people of events will see, below the page. */
export const NEW_CONTACT = 'Vendors and people of events will turn to:'

/** What is said of a page that the preview does not show. */
export const NOT_IN_PREVIEW = 'This page is not part of the preview.'
