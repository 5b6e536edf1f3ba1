import type { Browser, CDPSession, Page } from '@playwright/test'

/** What a page sends before anybody interacts, images and fonts aside. Bytes as they travel, headers included. */
export type Weight = {
  bytes: number
  requests: number
  /** Bytes of JavaScript the browser compiled, uncompressed, inline or from files. */
  script: number
}

const COUNTED = new Set(['Document', 'Script', 'Stylesheet', 'Fetch', 'XHR'])
const PATIENCE = 60_000

/** Opens a page and weighs it once nothing has arrived for half a second. */
export async function weigh(browser: Browser, url: string): Promise<Weight> {
  const { page, weight } = await openWeighed(browser, url)
  await page.context().close()
  return weight
}

async function openWeighed(browser: Browser, url: string): Promise<{ page: Page; weight: Weight }> {
  const context = await browser.newContext({ viewport: { width: 360, height: 740 } })
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  const weight: Weight = { bytes: 0, requests: 0, script: 0 }
  await countRequests(session, weight)
  await countScripts(session, weight, new URL(url).origin)
  await page.goto(url, { waitUntil: 'networkidle', timeout: PATIENCE })
  return { page, weight }
}

async function countRequests(session: CDPSession, weight: Weight): Promise<void> {
  const counted = new Set<string>()
  session.on('Network.responseReceived', ({ requestId, type }) => {
    if (COUNTED.has(type)) counted.add(requestId)
  })
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (!counted.has(requestId)) return
    weight.bytes += encodedDataLength
    weight.requests += 1
  })
  await session.send('Network.enable')
}

/** Scripts of the page itself; those of the tool that drives it have no address. */
async function countScripts(session: CDPSession, weight: Weight, origin: string): Promise<void> {
  session.on('Debugger.scriptParsed', ({ url, length }) => {
    if (url.startsWith(origin)) weight.script += length ?? 0
  })
  await session.send('Debugger.enable')
}
