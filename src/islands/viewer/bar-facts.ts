import type { Navigation, NavLink } from '#src/contract/navigation.ts'
import type { Viewer } from '#src/contract/viewer.ts'
import { PRIVATE } from './private-data.ts'

/** What the bar of a signed-in viewer shows. */
export type BarFacts = {
  email: string
  isAdmin: boolean
  /** False if only admins see a bar, and the viewer is not one. */
  isShown: boolean
  /** Null keeps the links of the built page. */
  links: NavLink[] | null
  /** True if the home page shows the report button; null keeps the state of the built page. */
  canReport: boolean | null
}

const ADMIN: NavLink = { label: 'Admin', href: '/admin', isExternal: false }
const KEY = `${PRIVATE}bar`

/** If the navigation could not be loaded, the links of the built page stay. Admins always have a bar. (product 2) */
export function barFacts({ email, isAdmin }: Viewer, navigation: Navigation | undefined): BarFacts {
  const links = navigation?.isShown ? navigation.links : null
  const isShown = isAdmin || (navigation?.isShown ?? true)
  return { email, isAdmin, isShown, links, canReport: navigation?.canReport ?? null }
}

/** The links in order, and for admins the link to the admin area at the end. (product 2) */
export function getLinks({ isAdmin, links }: BarFacts, own: readonly NavLink[]): NavLink[] {
  const shown = [...(links ?? own)]
  return isAdmin && !shown.some(({ href }) => href === ADMIN.href) ? [...shown, ADMIN] : shown
}

type Place = Pick<Storage, 'getItem' | 'setItem'>

/** Stores the bar for the next page of this tab, which can then show it at once. Removed at sign-out. (security P-35) */
export function rememberBar(facts: BarFacts, place: () => Place): void {
  try {
    place().setItem(KEY, JSON.stringify(facts))
  } catch {}
}

/** The bar of the previous page in this tab. */
export function recallBar(place: () => Place): BarFacts | undefined {
  try {
    const kept: unknown = JSON.parse(place().getItem(KEY) ?? 'null')
    return isBarFacts(kept) ? kept : undefined
  } catch {
    return undefined
  }
}

function isBarFacts(kept: unknown): kept is BarFacts {
  if (typeof kept !== 'object' || kept === null) return false
  return ['email', 'links', 'isShown', 'canReport'].every((fact) => fact in kept)
}
