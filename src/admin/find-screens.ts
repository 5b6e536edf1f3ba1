import { hasRole } from '#src/contract/rank.ts'
import type { Role } from '#src/contract/viewer.ts'
import { PLACES, type Place, type PlainScreen, type ScreenRoute } from './places.ts'
import { SCREENS } from './routes.ts'

/** The screen an address shows; undefined for none. */
export function screenAt(pathname: string, screens: readonly ScreenRoute[] = SCREENS): ScreenRoute | undefined {
  const parts = pathname.replace(/\/+$/, '').split('/')
  return screens.find(({ path }) => {
    const wanted = path.split('/')
    return wanted.length === parts.length && wanted.every((part, at) => part.startsWith('$') || part === parts[at])
  })
}

/** True for a screen whose address is whole without a parameter. */
export function isPlain(screen: ScreenRoute): screen is PlainScreen {
  return !screen.path.includes('$')
}

/** The tabs of each place that a person with these roles may open; places without any are left out. */
export function getPlaces(roles: readonly Role[]): { place: Place; tabs: PlainScreen[] }[] {
  return PLACES.map((place) => ({
    place,
    tabs: SCREENS.filter(isPlain).filter(
      (screen) => screen.place === place.name && screen.isTab !== false && hasRole(roles, screen.role),
    ),
  })).filter(({ tabs }) => tabs.length > 0)
}
