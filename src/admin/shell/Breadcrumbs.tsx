import { AdminLink } from '../blocks/AdminLink.tsx'
import { SCREENS, type ScreenRoute } from '../routes.ts'

/** The way here: the dashboard, the screen above where there is one, and this screen. */
export function Breadcrumbs({ screen, pathname }: { screen: ScreenRoute | undefined; pathname: string }) {
  const above = SCREENS.filter(({ path }) => path !== screen?.path && pathname.startsWith(`${path}/`))
  return (
    <nav aria-label="Breadcrumbs" className="min-w-0">
      <ol className="flex min-w-0 items-center gap-1.5 text-[.9375rem]">
        {above.map(({ path, title }) => (
          <li key={path} className="shrink-0 text-soft max-sm:hidden">
            <AdminLink href={path} className="inline-block py-2 underline-offset-4 hover:underline">
              {title}
            </AdminLink>
            <span aria-hidden="true" className="pl-1.5">
              /
            </span>
          </li>
        ))}
        <li aria-current="page" className="truncate font-semibold">
          {screen?.title ?? 'Not found'}
        </li>
      </ol>
    </nav>
  )
}
