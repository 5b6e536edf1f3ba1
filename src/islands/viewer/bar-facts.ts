import type { Navigation, NavLink } from '#src/contract/navigation.ts'
import type { Viewer } from '#src/contract/viewer.ts'
import { PRIVATE } from './private-data.ts'

/** What the bar of somebody signed in shows. */
export type BarFacts = {
  email: string
  isAdmin: boolean
  /** False where only admins see a bar, and this is none. */
  isShown: boolean
  /** Null keeps the links the page came with. */
  links: NavLink[] | null
  /** Whether the home page's report button is for them; null leaves it as the page came. */
  canReport: boolean | null
}

const ADMIN: NavLink = { label: 'Admin', href: '/admin', isExternal: false }
const KEY = `${PRIVATE}bar`

/** A bar that could not be read is the page's own, and an admin's is shown all the same. (product 2) */
export function barFacts({ email, isAdmin }: Viewer, navigation: Navigation | undefined): BarFacts {
  const links = navigation?.isShown ? navigation.links : null
  const isShown = isAdmin || (navigation?.isShown ?? true)
  return { email, isAdmin, isShown, links, canReport: navigation?.canReport ?? null }
}

/** The links in order, with the one to the admin area behind them for who may go there. (product 2) */
export function linksOf({ isAdmin, links }: BarFacts, own: readonly NavLink[]): NavLink[] {
  const shown = [...(links ?? own)]
  return isAdmin && !shown.some(({ href }) => href === ADMIN.href) ? [...shown, ADMIN] : shown
}

type Place = Pick<Storage, 'getItem' | 'setItem'>

/** Keeps the bar for the next page of this tab, so that it stands there at once. Gone at sign-out. (security P-35) */
export function rememberBar(facts: BarFacts, place: () => Place): void {
  try {
    place().setItem(KEY, JSON.stringify(facts))
  } catch {}
}

/** The bar of the page before in this tab. */
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
