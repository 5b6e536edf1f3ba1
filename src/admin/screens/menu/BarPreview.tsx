import { useStore } from '@nanostores/react'
import {
  canReport,
  type Menu,
  navigationFor,
  REPORT_MODAL_HREF,
  VIEWER_KINDS,
  type ViewerKind,
} from '#src/contract/navigation.ts'
import { barFacts, linksOf } from '#src/islands/viewer/bar-facts.ts'
import { $viewer } from '#src/islands/viewer/viewer.ts'
import { AdminLink } from '../../blocks/AdminLink.tsx'
import { links as adminLinks } from '../../links.ts'
import { type Bar, PhoneBar, WideBar } from './BarPicture.tsx'
import { NAVIGATION_PREVIEW, NO_REPORT_BUTTON, SEES_NO_BAR } from './item-notes.ts'
import { VIEWER_NAMES } from './SeenBy.tsx'

type BarPreviewProps = { menu: Menu; viewer: ViewerKind; onViewer: (viewer: ViewerKind) => void }

/** The bar as it will be for one kind of viewer: with the saved menu, the settings and the featured event of now. */
export function BarPreview({ menu, viewer, onViewer }: BarPreviewProps) {
  const bar = useBar(menu, viewer)
  return (
    <section aria-label={NAVIGATION_PREVIEW} className="mt-10">
      <div className="flex flex-wrap items-center justify-between gap-x-8 gap-y-3">
        <h2 className="label text-[1.75rem]">Preview as</h2>
        <fieldset className="flex flex-wrap gap-1 rounded-lg border-2 border-line p-1">
          <legend className="sr-only">Preview the navigation bar as</legend>
          {VIEWER_KINDS.map((kind) => (
            <label
              key={kind}
              className="flex min-h-10 cursor-pointer items-center rounded-md px-2.5 font-semibold sm:px-4 has-checked:bg-ink has-checked:text-ground has-focus-visible:outline-3 has-focus-visible:outline-[var(--focus)] has-focus-visible:outline-offset-2"
            >
              <input
                type="radio"
                name="viewer"
                checked={kind === viewer}
                onChange={() => onViewer(kind)}
                className="sr-only"
              />
              {VIEWER_NAMES[kind]}
            </label>
          ))}
        </fieldset>
      </div>
      {bar ? (
        <div className="mt-5 grid items-start gap-6 xl:grid-cols-[minmax(0,1fr)_17rem]">
          <WideBar bar={bar} />
          <PhoneBar bar={bar} />
        </div>
      ) : (
        <p className="mt-5 rounded-lg border-2 border-line border-dashed px-6 py-8 leading-snug">
          {VIEWER_NAMES[viewer]} {SEES_NO_BAR} because the public setting is off.{' '}
          <AdminLink href={adminLinks.settings()} className="font-semibold underline underline-offset-4">
            Open the settings
          </AdminLink>
        </p>
      )}
      <p className="mt-5 max-w-3xl leading-snug">
        {canReport(menu.items, viewer)
          ? 'They see the Report Issue button on the home page.'
          : `${NO_REPORT_BUTTON} because no active item visible to them links to ${REPORT_MODAL_HREF}.`}
      </p>
    </section>
  )
}

/** The bar as the site makes it, by the very rules the site uses; undefined where there is none. */
function useBar({ items, bar, siteName }: Menu, kind: ViewerKind): Bar | undefined {
  const viewer = useStore($viewer)
  const navigation = navigationFor({ items, ...bar, viewer: kind })
  if (kind === 'anonymous' || !viewer) return navigation.isShown ? { siteName, links: navigation.links } : undefined
  const facts = barFacts({ ...viewer, isAdmin: kind === 'admin' }, navigation)
  return facts.isShown && navigation.isShown ? { siteName, links: linksOf(facts, []), email: viewer.email } : undefined
}
