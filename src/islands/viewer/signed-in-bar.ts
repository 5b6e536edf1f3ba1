/**
 * What a page loads when the hint cookie says that somebody may be signed in: asks who it is, makes the bar theirs, and
 * follows what happens in other tabs. Packed into a file of its own by `src/layouts/build/signed-in-bar.ts`. (architecture 5)
 */
import { ACCOUNT_SENTENCE } from '#src/contract/account-sentence.ts'
import type { Navigation, ViewerKind } from '#src/contract/navigation.ts'
import { type Viewer, viewerKind } from '#src/contract/viewer.ts'
import { request } from '../call.ts'
import { type BarFacts, barFacts, recallBar, rememberBar } from './bar-facts.ts'
import { addToasts, notify } from './bar-toasts.ts'
import { takeBar } from './bar-view.ts'
import { hasHint } from './hint-cookie.ts'
import { wakeMemberIslands } from './member-islands.ts'
import { takeReportButton } from './report-button.ts'
import { $viewer, announce, loadViewer } from './viewer.ts'

declare const BAR_STYLE: string

const root = document.documentElement
const storage = () => sessionStorage
let kind: ViewerKind | undefined
let navigation: Promise<Navigation | undefined> | undefined

const bar = takeBar(async (button) => {
  // Not `disabled`: that would take the focus away from somebody who waits with it.
  if (button.ariaDisabled === 'true') return
  button.ariaDisabled = 'true'
  try {
    await request('POST', '/api/auth/sign-out')
    announce('signed out')
    notify({ kind: 'success', message: ACCOUNT_SENTENCE.signedOut })
  } catch {
    button.ariaDisabled = 'false'
    notify({ kind: 'error', message: ACCOUNT_SENTENCE.signOutFailed })
  }
})

const reportButton = takeReportButton()

/** The bar's links for whoever asks; undefined where they could not be read. */
function fetchNavigation(): Promise<Navigation | undefined> {
  return request('GET', '/api/navigation').catch(() => undefined)
}

async function follow(viewer: Viewer | null | undefined): Promise<void> {
  if (viewer === undefined) return
  if (viewer === null) return showAnonymous()
  if (kind !== undefined && kind !== viewerKind(viewer)) navigation = undefined
  kind = viewerKind(viewer)
  navigation ??= fetchNavigation()
  const facts = barFacts(viewer, await navigation)
  if ($viewer.get() !== viewer) return
  rememberBar(facts, storage)
  welcome(facts)
}

function welcome(facts: BarFacts): void {
  bar.show(facts)
  reportButton.show(facts.canReport)
  root.dataset.viewer = 'in'
  wakeMemberIslands()
}

function showAnonymous(): void {
  kind = undefined
  navigation = undefined
  bar.restore()
  reportButton.restore()
  root.dataset.viewer = 'out'
}

/** A page from the background or from history may have missed something. An answer that does not come changes nothing. */
function catchUp(): void {
  if (document.visibilityState !== 'visible') return
  if (hasHint(document.cookie) === Boolean($viewer.get())) return
  loadViewer().catch(() => {
    if (root.dataset.viewer === '') root.dataset.viewer = 'out'
  })
}

const sheet = new CSSStyleSheet()
sheet.replaceSync(BAR_STYLE)
document.adoptedStyleSheets.push(sheet)
addToasts()
const remembered = recallBar(storage)
if (remembered) welcome(remembered)
// Asked for beside the session, not after it: the server knows from the cookie who asks.
navigation = fetchNavigation()
$viewer.subscribe((viewer) => void follow(viewer))
catchUp()
document.addEventListener('visibilitychange', catchUp)
addEventListener('pageshow', catchUp)
