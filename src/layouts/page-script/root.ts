/** The browser, under a name that the packed script can shorten. */
export const browser = navigator

/** The document, under a name that the packed script can shorten: it has few bytes to spare. */
export const doc = document

/** The root element's `data-*`, which tell the styles what holds for the whole page. */
export const flags = doc.documentElement.dataset

/** An event of the page, whose target is taken for an element: check with `?.` what a document or window does not have. */
type PageEvent = Event & { target: HTMLElement }

/** Listens for events of the whole page, named between spaces, also for those that do not bubble. */
export const on = (types: string, listen: (event: PageEvent) => void) =>
  types.split(' ').map((type) => addEventListener(type, listen as EventListener, 1 as never))

/** Every element that fits a selector, in the order of the page. */
export const all = (selector: string) => doc.querySelectorAll<HTMLElement>(selector)
