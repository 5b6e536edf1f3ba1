import { type MouseEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { adoptContentStyle } from '#src/islands/content-style.ts'
import siteStyles from '#src/styles/landing.css?url'

type SiteFrameProps = {
  children: ReactNode
  /** Width of the previewed screen, in CSS pixels. The frame is scaled down to the available width. */
  width: number
  /** What it is called: 'Preview on a phone'. */
  title: string
  /** Height of the room on the screen, as a CSS length. */
  height: string
  /** True where it is only looked at: no key leads into it. */
  isPicture?: boolean
}

/** A part of the site as one width of screen shows it: its own sections and styles, in a document of their own. */
export function SiteFrame({ children, width, title, height, isPicture = false }: SiteFrameProps) {
  const room = useRef<HTMLDivElement>(null)
  const [frame, setFrame] = useState<HTMLIFrameElement | null>(null)
  const page = useFrameDocument(frame, title)
  const size = useSize(room)
  const scale = Math.min(1, size.width / width) || 1
  return (
    <div ref={room} className="overflow-hidden rounded-md border-2 border-line bg-surface" style={{ height }}>
      <iframe
        ref={setFrame}
        title={title}
        tabIndex={isPicture ? -1 : undefined}
        className={`mx-auto block border-0 ${page ? '' : 'invisible'}`}
        style={{ width, height: size.height / scale, transform: `scale(${scale})`, transformOrigin: '0 0' }}
      />
      {page &&
        createPortal(
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard's click comes here too
          <main inert={isPicture} onClick={keepInFrame}>
            {children}
          </main>,
          page.body,
        )}
    </div>
  )
}

/** Links that open a new tab do so; others would lead the frame to a page that forbids it. */
function keepInFrame(event: MouseEvent<HTMLElement>) {
  const link = (event.target as Element).closest('a')
  if (link && link.target !== '_blank') event.preventDefault()
}

/** The frame's document, once the site's styles are loaded. Some browsers replace the first document after it has loaded. */
function useFrameDocument(frame: HTMLIFrameElement | null, title: string): Document | null {
  const [page, setPage] = useState<Document | null>(null)
  useEffect(() => {
    if (!frame) return
    let current: Document | null = null
    const prepare = () => {
      const blank = frame.contentDocument
      if (!blank || blank === current) return
      current = blank
      void prepareFrame(blank, title).then(() => {
        if (blank === frame.contentDocument) setPage(blank)
      })
    }
    prepare()
    frame.addEventListener('load', prepare)
    return () => frame.removeEventListener('load', prepare)
  }, [frame, title])
  return page
}

function useSize(room: React.RefObject<HTMLElement | null>): { width: number; height: number } {
  const [size, setSize] = useState({ width: 0, height: 0 })
  useEffect(() => {
    const element = room.current
    if (!element) return
    const observer = new ResizeObserver(() => setSize({ width: element.clientWidth, height: element.clientHeight }))
    observer.observe(element)
    return () => observer.disconnect()
  }, [room])
  return size
}

/**
 * Makes the empty document of a frame a page of the site: its language, its style sheet, scripts on. The frame holds no page of
 * ours, which all forbid being framed, but a blank one that React renders into. Resolves once the styles are there.
 */
function prepareFrame(page: Document, title: string): Promise<void> {
  page.documentElement.lang = 'en'
  for (const flag of ['js', 'story']) page.documentElement.dataset[flag] = ''
  page.title = title
  adoptContentStyle(page)
  page.addEventListener('error', ({ target }) => hideLogo(target), true)
  const sheet = page.createElement('link')
  sheet.rel = 'stylesheet'
  sheet.href = siteStyles
  return new Promise((done) => {
    sheet.onload = () => done()
    sheet.onerror = () => done()
    page.head.append(sheet)
  })
}

/** A logo that cannot be loaded leaves the strip, as visitors see it. Hidden, not removed: React knows the list. (product 4) */
function hideLogo(target: EventTarget | null): void {
  const image = target as Element | null
  if (!image?.matches?.('[data-logo]')) return
  const item = image.closest<HTMLElement>('li')
  if (item) item.hidden = true
}
