import { AdminLink } from '../blocks/AdminLink.tsx'
import type { ScreenRoute } from '../routes.ts'

type PlaceTabsProps = { screen: ScreenRoute | undefined; tabs: readonly ScreenRoute[]; className: string }

/** The screens of one place: in the top bar where there is room, in a row of their own where there is not. */
export function PlaceTabs({ screen, tabs, className }: PlaceTabsProps) {
  return (
    <nav aria-label={screen?.place} className={className}>
      <ul className="flex flex-wrap gap-x-1">
        {tabs.map(({ path, title }) => (
          <li key={path}>
            <AdminLink
              href={path}
              aria-current={path === screen?.path ? 'page' : undefined}
              className="admin-place-tab"
            >
              {title}
            </AdminLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** The way here where a place has no tabs, or the screen is none of them: the place's first screen, then this one. */
export function Breadcrumbs({ screen, tabs }: Omit<PlaceTabsProps, 'className'>) {
  const [above] = tabs
  return (
    <nav aria-label="Breadcrumbs" className="min-w-0">
      <ol className="flex min-w-0 items-center gap-1.5 text-[.9375rem]">
        {above && above.path !== screen?.path && (
          <li className="shrink-0 text-soft max-sm:hidden">
            <AdminLink href={above.path} className="inline-block py-2 underline-offset-4 hover:underline">
              {above.title}
            </AdminLink>
            <span aria-hidden="true" className="pl-1.5">
              /
            </span>
          </li>
        )}
        <li aria-current="page" className="truncate font-semibold">
          {screen?.title ?? 'Not found'}
        </li>
      </ol>
    </nav>
  )
}
