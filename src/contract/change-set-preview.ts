import type { ShownBlock } from './content-shown.ts'
import type { EventSummary } from './event-summary.ts'
import type { Instant } from './instant.ts'
import type { Landing } from './landing.ts'
import type { Navigation } from './navigation.ts'

/** A page of the site as of a change set. */
export type SetPreviewPage =
  | { kind: 'landing'; landing: Landing }
  | { kind: 'events'; events: EventSummary[] }
  | { kind: 'past'; number: number; count: number; events: EventSummary[] }
  | { kind: 'page'; title: string; blocks: ShownBlock[] }
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
  page: SetPreviewPage
}

/** Introduces the name of the set above each page. */
export const SET_PREVIEW = 'Preview of a change set – not public'

/** Introduces the text of the footer, below the page. */
export const NEW_FOOTER = 'The footer of every page will say:'

/** What is said of a page that the preview does not show. */
export const NOT_IN_PREVIEW = 'This page is not part of the preview.'
