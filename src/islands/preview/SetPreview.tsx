import { useStore } from '@nanostores/react'
import { type MouseEvent, useEffect } from 'react'
import {
  NEW_CONTACT,
  NEW_FOOTER,
  NOT_IN_PREVIEW,
  SET_PREVIEW,
  type SetPreviewPage,
  type SetPreview as Shown,
} from '#src/contract/change-set-preview.ts'
import { PREVIEW_DEAD } from '#src/contract/event-preview.ts'
import type { EventSummary } from '#src/contract/event-summary.ts'
import type { Navigation } from '#src/contract/navigation.ts'
import { ContentBlock } from '#src/sections/content/ContentBlock.tsx'
import { EventList, EventTicket, PastEvent } from '#src/sections/EventTicket.tsx'
import { LandingSections } from '#src/sections/LandingSections.tsx'
import { LandingSkeleton } from '#src/sections/LandingSkeleton.tsx'
import { PastCities, PastEvents } from '#src/sections/PastEvents.tsx'
import { PastPager } from '#src/sections/PastPager.tsx'
import { Catalog, CatalogPager } from '#src/sections/shop/Catalog.tsx'
import { ProductArticle } from '#src/sections/shop/ProductArticle.tsx'
import { ShopClosed } from '#src/sections/shop/ShopClosed.tsx'
import { MonthEvents, monthTitle, UpcomingEvents } from '#src/sections/UpcomingEvents.tsx'
import { request } from '../call.ts'
import { adoptContentStyle } from '../content-style.ts'
import { createLinkResource } from '../resource/link-resource.ts'
import { useStory } from '../story/use-story.ts'
import { ContactLinks } from '../tasks/ContactLinks.tsx'
import { NoPreview } from './NoPreview.tsx'

/** The fragment of such a link: `set.`, its token, and the path of the page that is shown. */
const HASH = /^#set\.([\w-]+)(\/.*)?$/

let path = '/'
const preview = createLinkResource<Shown>(
  async (token) => (await request('POST', '/api/change-set-previews', { json: { token, path } })) as Shown,
  PREVIEW_DEAD,
)

/**
 * The whole site as of a change set, page by page. Links lead to other pages of the preview: their path follows the token in the
 * fragment, so the browser's way back works. Nothing of it is kept or counted. (decision 0068)
 */
export function SetPreview() {
  const state = useStore(preview.$state)
  useEffect(() => {
    const load = () => {
      const [, token, asked = '/'] = HASH.exec(location.hash) ?? []
      path = asked
      void preview.open(token).then(() => scrollTo(0, 0))
    }
    load()
    addEventListener('hashchange', load)
    return () => removeEventListener('hashchange', load)
  }, [])
  useEffect(() => {
    if (state.status === 'ready') document.title = `Preview: ${state.value.name}`
  }, [state])
  if (state.status === 'loading') return <LandingSkeleton />
  if (state.status === 'failed')
    return (
      <NoPreview
        isDead={preview.explain(state.fault) === 'dead'}
        fault={state.fault}
        onRetry={() => void preview.load()}
      />
    )
  return <Page {...state.value} />
}

const moment = new Intl.DateTimeFormat('en-US', { dateStyle: 'full', timeStyle: 'short' })

function Page({ name, expiresAt, navigation, footer, contact, page, now }: Shown) {
  useStory()
  useEffect(() => adoptContentStyle(document), [])
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the links inside are what is pressed
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard's click comes here too
    <div onClick={stayInside}>
      <div role="note" className="banner bg-on-signal text-signal">
        <span aria-hidden="true" className="hazard" />
        <p className="wrap">
          <strong className="label">{SET_PREVIEW}</strong>
          {name}. This link works until {moment.format(expiresAt)}.
        </p>
      </div>
      <Bar navigation={navigation} />
      <Content page={page} now={now} />
      {footer !== null && (
        <p className="wrap border-line border-t py-6">
          <span className="text-soft">{NEW_FOOTER}</span> {footer}
        </p>
      )}
      {contact !== null && (
        <div className="wrap border-line border-t py-6">
          <p className="text-soft">{NEW_CONTACT}</p>
          <ContactLinks contact={contact} />
        </div>
      )}
    </div>
  )
}

const PAGES_OF_EVERY_SITE = [
  { label: 'Home', href: '/' },
  { label: 'All workshops', href: '/events' },
]

/** The bar as visitors will see it, after those pages of every site that it does not lead to. */
function Bar({ navigation: { isShown, links } }: { navigation: Navigation }) {
  const shown = isShown ? links : []
  const missing = PAGES_OF_EVERY_SITE.filter(({ href }) => !shown.some((link) => link.href === href))
  return (
    <nav aria-label="Preview" className="border-line border-b bg-surface print:hidden">
      <ul className="wrap flex flex-wrap gap-x-6">
        {[...missing, ...shown].map(({ label, href }) => (
          <BarLink key={`${label} ${href}`} label={label} href={href} />
        ))}
      </ul>
    </nav>
  )
}

function BarLink({ label, href }: { label: string; href: string }) {
  return (
    <li>
      <a href={href} className="flex min-h-11 items-center font-semibold underline-offset-4 hover:underline">
        {label}
      </a>
    </li>
  )
}

const listOf = (item: typeof EventTicket, now: Shown['now']) => (events: readonly EventSummary[]) => (
  <EventList events={events} now={now} item={item} />
)

function Content({ page, now }: Pick<Shown, 'now'> & { page: SetPreviewPage }) {
  switch (page.kind) {
    case 'landing':
      return <LandingSections landing={page.landing} />
    case 'events':
    case 'month':
    case 'past':
      return <EventLists page={page} now={now} />
    case 'page':
      return (
        <article className="wrap py-12 lg:py-20">
          <h1 className="display text-[clamp(2.75rem,6vw,4.5rem)]">{page.title}</h1>
          <div className="said">
            {page.blocks.map((block) => (
              <ContentBlock key={block.id} block={block} rank={2} />
            ))}
          </div>
        </article>
      )
    case 'catalog':
      return (
        <>
          <Title>{page.number === 1 ? 'Shop' : `Shop, page ${page.number} of ${page.count}`}</Title>
          {!page.isOpen && <ShopClosed />}
          <div className="wrap py-10 lg:py-14">
            <Catalog products={page.products} />
            <CatalogPager page={page.number} count={page.count} />
          </div>
        </>
      )
    case 'product':
      return (
        <>
          {!page.isOpen && <ShopClosed />}
          <ProductArticle {...page} />
        </>
      )
    case 'none':
      return (
        <div className="wrap py-20 text-[1.1875rem]">
          <p>{NOT_IN_PREVIEW}</p>
        </div>
      )
  }
}

type ListPage = Extract<SetPreviewPage, { kind: 'events' | 'month' | 'past' }>

function EventLists({ page, now }: Pick<Shown, 'now'> & { page: ListPage }) {
  switch (page.kind) {
    case 'events':
      return (
        <>
          <Title>All workshops</Title>
          <UpcomingEvents {...page} list={listOf(EventTicket, now)} />
          <PastEvents {...page} now={now} list={listOf(PastEvent, now)} />
        </>
      )
    case 'month':
      return (
        <>
          <Title>{monthTitle(page.month)}</Title>
          <MonthEvents {...page} list={listOf(EventTicket, now)} />
        </>
      )
    case 'past':
      return (
        <>
          <Title>Past workshops</Title>
          <div className="wrap py-12 lg:py-16">
            <PastCities as="h2" events={page.events} now={now} list={listOf(PastEvent, now)} />
            <PastPager page={page.number} count={page.count} />
          </div>
        </>
      )
  }
}

function Title({ children }: { children: string }) {
  return (
    <div className="scheme-enamel">
      <div className="wrap py-12 lg:py-16">
        <h1 className="display text-[clamp(3.25rem,8vw,6.5rem)]">{children}</h1>
      </div>
    </div>
  )
}

/** A link to a page of the site shows that page of the preview. Links to other sites and new tabs do as they say. */
function stayInside(event: MouseEvent<HTMLElement>) {
  const link = (event.target as Element).closest('a')
  if (!link || link.target === '_blank' || link.origin !== location.origin) return
  event.preventDefault()
  const inPage = link.getAttribute('href')?.startsWith('#')
  if (inPage) return void document.getElementById(link.hash.slice(1))?.scrollIntoView()
  const token = HASH.exec(location.hash)?.[1] ?? ''
  location.hash = `set.${token}${link.pathname}`
}
