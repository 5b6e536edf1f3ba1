import { useStore } from '@nanostores/react'
import { Check, Minus } from 'lucide-react'
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import {
  canReport,
  type Menu,
  type MenuItem,
  type NavLink,
  navigationFor,
  REPORT_MODAL_HREF,
  VIEWER_KINDS,
  VIEWER_NAMES,
  type ViewerKind,
} from '#src/contract/navigation.ts'
import { barFacts, getLinks } from '#src/islands/viewer/bar-facts.ts'
import { $viewer } from '#src/islands/viewer/viewer.ts'
import { AdminLink } from '../../blocks/AdminLink.tsx'
import { links as adminLinks } from '../../links.ts'
import { NAVIGATION_PREVIEW, NO_REPORT_BUTTON, PHONE_PREVIEW, SEES_NO_BAR, WIDE_PREVIEW } from './menu-items.ts'

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
          <AdminLink to={adminLinks.settings()} className="font-semibold underline underline-offset-4">
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
  return facts.isShown && navigation.isShown ? { siteName, links: getLinks(facts, []), email: viewer.email } : undefined
}

/** What a navigation bar shows. An email address means that the viewer is signed in. */
type Bar = { siteName: string; links: readonly NavLink[]; email?: string }

/** The narrowest screen that shows the links in a row, in pixels. (styles/menu.css) */
const WIDE = 1152

const PHONE = 360

/** The bar on a wide screen. Says so when its links do not fit. */
function WideBar({ bar }: { bar: Bar }) {
  const list = useRef<HTMLUListElement>(null)
  const [isTooLong, setTooLong] = useState(false)
  useLayoutEffect(() => {
    const { current } = list
    if (current) setTooLong(current.scrollWidth > current.clientWidth + 1)
  })
  return (
    <Picture caption={WIDE_PREVIEW} width={WIDE}>
      <div className="flex h-[88px] items-center gap-6 px-12">
        <Name bar={bar} className="whitespace-nowrap" />
        <ul ref={list} className="ml-auto flex min-w-0 items-center gap-7 overflow-hidden py-1">
          <Links bar={bar} className="" />
          <li className="shrink-0">
            <Account bar={bar} />
          </li>
        </ul>
      </div>
      {isTooLong && (
        <p className="border-line border-t bg-signal px-12 py-4 font-semibold text-[1.5rem] text-on-signal">
          These links do not fit on a screen {WIDE.toLocaleString('en-US')} pixels wide.
        </p>
      )}
    </Picture>
  )
}

/** The bar on a phone, with its list open. */
function PhoneBar({ bar }: { bar: Bar }) {
  return (
    <Picture caption={PHONE_PREVIEW} width={PHONE}>
      <div className="flex h-[88px] items-center justify-between gap-6 border-line border-b px-5">
        <Name bar={bar} className="w-min" />
        <span className="inline-flex min-h-12 items-center rounded-md border-2 border-current px-5 font-semibold">
          Menu
        </span>
      </div>
      <ul className="px-5 pt-3 pb-6">
        <Links bar={bar} className="min-h-12" />
        {bar.email === undefined ? (
          <li className="pt-1">
            <Account bar={bar} />
          </li>
        ) : (
          <li className="mt-2 grid gap-3 border-line border-t pt-3 font-semibold">
            <span className="font-normal text-[.9375rem] text-soft">
              Signed in as <b className="block text-ink [overflow-wrap:anywhere]">{bar.email}</b>
            </span>
            <span>Account</span>
            <span>Sign Out</span>
          </li>
        )}
      </ul>
    </Picture>
  )
}

/** A picture of a screen this wide, as large as there is room. */
function Picture({ caption, width, children }: { caption: string; width: number; children: ReactNode }) {
  const frame = useRef<HTMLDivElement>(null)
  const [zoom, setZoom] = useState<number>()
  useLayoutEffect(() => {
    const { current } = frame
    if (!current) return
    const measure = () => setZoom(Math.min(1, current.clientWidth / width))
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(current)
    return () => observer.disconnect()
  }, [width])
  return (
    <figure className="min-w-0 max-w-full">
      <figcaption className="mb-2 text-[.9375rem] text-soft">{caption}</figcaption>
      <div ref={frame} className="overflow-hidden rounded-lg border-2 border-line bg-surface">
        <div style={{ width, zoom }}>{children}</div>
      </div>
    </figure>
  )
}

function Name({ bar: { siteName }, className }: { bar: Bar; className: string }) {
  return (
    <span className="inline-flex shrink-0 items-center gap-3">
      <svg aria-hidden="true" viewBox="0 0 32 32" className="size-10 shrink-0">
        <path d="M16 2 28 9v14l-12 7L4 23V9z" fill="currentColor" />
        <circle cx="16" cy="16" r="6.4" className="fill-surface" />
        <path d="M16 16 32 6.8" className="stroke-signal" strokeWidth="4.4" />
      </svg>
      <span className={`label text-[1.5rem] leading-none ${className}`}>{siteName}</span>
    </span>
  )
}

function Links({ bar: { links }, className }: { bar: Bar; className: string }) {
  return links.map(({ label, href }, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: two items may have the same label and address
    <li key={`${href} ${at}`} className={`flex items-center font-semibold leading-tight ${className}`}>
      {label}
    </li>
  ))
}

function Account({ bar: { email } }: { bar: Bar }) {
  if (email === undefined) {
    return (
      <span className="inline-flex min-h-10 items-center whitespace-nowrap rounded-md bg-ink px-4 font-semibold text-[.9375rem] text-ground">
        Sign In
      </span>
    )
  }
  return (
    <span className="flex min-h-11 items-center rounded-md border-2 border-line px-3 font-semibold">
      <span className="text-[.9375rem]">
        Account<span className="sr-only"> menu: {email}</span>
      </span>
    </span>
  )
}

/** Which kinds of viewer an item is for. */
export function Audience({ item }: { item: MenuItem }) {
  const flags = [
    [VIEWER_NAMES.anonymous, item.visibleToAnonymous],
    [VIEWER_NAMES.user, item.visibleToUser],
    [VIEWER_NAMES.admin, item.visibleToAdmin],
  ] as const
  return (
    <ul className="inline-flex flex-wrap gap-x-3 gap-y-0.5 align-middle text-[.9375rem]">
      {flags.map(([name, isSeen]) => (
        <li key={name} className={`inline-flex items-center gap-1 ${isSeen ? 'text-ink' : 'text-soft line-through'}`}>
          {isSeen ? <Check aria-hidden="true" className="size-4" /> : <Minus aria-hidden="true" className="size-4" />}
          {name}
          {!isSeen && <span className="sr-only"> (hidden)</span>}
        </li>
      ))}
    </ul>
  )
}
