import { createRootRoute, createRoute, createRouter, lazyRouteComponent } from '@tanstack/react-router'
import { SCREENS } from './routes.ts'
import { NoScreen, ScreenFault } from './shell/fallback-screens.tsx'
import { Shell } from './shell/Shell.tsx'

const root = createRootRoute({ component: Shell, notFoundComponent: NoScreen, errorComponent: ScreenFault })

const screens = SCREENS.map(({ path, load }) =>
  createRoute({
    getParentRoute: () => root,
    path,
    component: lazyRouteComponent(async () => ({ default: await load() })),
    errorComponent: ScreenFault,
  }),
)

/** Search parameters are plain texts in both directions, so that addresses stay readable. */
export const router = createRouter({
  routeTree: root.addChildren(screens),
  parseSearch: (search) => Object.fromEntries(new URLSearchParams(search)),
  stringifySearch: (search) => {
    const set = Object.entries(search).filter(([, value]) => value !== undefined && value !== '')
    const query = new URLSearchParams(set.map(([name, value]) => [name, String(value)]))
    return query.size > 0 ? `?${query}` : ''
  },
  defaultPreload: false,
  scrollRestoration: true,
})
