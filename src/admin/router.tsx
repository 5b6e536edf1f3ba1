import { createRootRoute, createRoute, createRouter, lazyRouteComponent } from '@tanstack/react-router'
import { type AdminPath, checkSearch } from './addresses.ts'
import { loadCode } from './blocks/lazy-component.tsx'
import type { ScreenRoute } from './places.ts'
import { SCREENS } from './routes.ts'
import { NoScreen, ScreenFault } from './shell/fallback-screens.tsx'
import { Shell } from './shell/Shell.tsx'

const root = createRootRoute({ component: Shell, notFoundComponent: NoScreen, errorComponent: ScreenFault })

const toRoute = <Path extends AdminPath>(path: Path, load: ScreenRoute['load']) =>
  createRoute({
    getParentRoute: () => root,
    path,
    validateSearch: checkSearch(path),
    // Its error is our own, because the router would reload the page for a missing file, even without a connection.
    component: lazyRouteComponent(async () => ({ default: await loadCode(load) })),
    errorComponent: ScreenFault,
  })

/** One route for each address, so that the router knows by type what each address carries. */
type Routes = { [Path in AdminPath]: ReturnType<typeof toRoute<Path>> }

const routes: Routes = Object.assign({}, ...SCREENS.map(({ path, load }) => ({ [path]: toRoute(path, load) })))

/** Search parameters are plain texts in both directions, so that addresses stay readable. */
export const router = createRouter({
  routeTree: root.addChildren(routes),
  search: { strict: true },
  parseSearch: (search) => Object.fromEntries(new URLSearchParams(search)),
  stringifySearch: (search) => {
    const set = Object.entries(search).filter(([, value]) => value !== undefined && value !== '')
    const query = new URLSearchParams(set.map(([name, value]) => [name, String(value)]))
    return query.size > 0 ? `?${query}` : ''
  },
  defaultPreload: 'intent',
  scrollRestoration: true,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
