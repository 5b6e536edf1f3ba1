import { useStore } from '@nanostores/react'
import { type MouseEvent, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { formatDay } from '#src/contract/event-dates.ts'
import { formatCents } from '#src/contract/money.ts'
import type { OrderState } from '#src/contract/order-state.ts'
import { CAME_BACK_UNPAID, sayOrder } from '#src/contract/order-words.ts'
import type { OrderView } from '#src/contract/shop-order-view.ts'
import { formatSiteTime } from '#src/contract/site-time.ts'
import { Button } from '#src/ui/Button.tsx'
import { useAction } from '../use-action.ts'
import { CancelDialog, PoForm, PurchasingDialog } from './OrderForms.tsx'
import { $cameBack, finishOrder, order } from './order.ts'

/** Milliseconds between two looks while a payment is confirmed, and how many looks there are. */
const PACE = 4_000
const LOOKS = 30
/** For this many milliseconds after a change, a press is taken to be meant for what was there before. */
const SETTLING = 500

/** What the order waits for, in a sentence at the top, what happens next, and what can be done. */
export function OrderNews({ view }: { view: OrderView }) {
  const cameBack = useStore($cameBack)
  const [looks, setLooks] = useState(0)
  const isOpen = view.state === 'awaiting_payment' || view.state === 'awaiting_po'
  const isPaying = view.isPaying || (cameBack === 'paid' && view.state === 'awaiting_payment' && looks < LOOKS)
  const { title, next } = sayOrder({ ...view, isPaying }, { sayDay: formatDay, sayMoment: formatSiteTime })
  useEffect(() => {
    if (!isPaying) return
    const timer = setTimeout(() => {
      setLooks(looks + 1)
      void order.load()
    }, PACE)
    return () => clearTimeout(timer)
  }, [isPaying, looks])
  const { heading, guards } = useChangingNews(view.state)
  return (
    <section aria-labelledby="news" className="plate px-6 py-6 sm:px-9 sm:py-8 print:hidden" {...guards}>
      <div role="status">
        <h2 ref={heading} id="news" tabIndex={-1} className="label outline-none text-[clamp(1.625rem,4vw,2.25rem)]">
          {title}
        </h2>
        <p className="mt-3 max-w-3xl text-[1.125rem] leading-snug wrap-anywhere">{next}</p>
        {cameBack === 'cancelled' && isOpen && <p className="mt-3 font-semibold">{CAME_BACK_UNPAID}</p>}
        {view.refundedCents > 0 && view.state !== 'refunded' && (
          <p className="mt-3 leading-snug">{formatCents(view.refundedCents)} of it was refunded.</p>
        )}
      </div>
      {view.noteToPurchasing !== null && (
        <blockquote className="note mt-5 max-w-3xl wrap-anywhere">
          <p className="font-semibold">{view.buyerName} writes:</p>
          <p className="whitespace-pre-line">{view.noteToPurchasing}</p>
        </blockquote>
      )}
      {!isPaying && <Acts view={view} isOpen={isOpen} />}
    </section>
  )
}

/**
 * A new state of the order moves what can be pressed. The second tap of a double tap on 'Confirm on invoice' would land on 'Cancel order',
 * so presses of a pointer are ignored for a moment. If the focused element is gone, the focus goes to the heading.
 */
function useChangingNews(state: OrderState) {
  const heading = useRef<HTMLHeadingElement>(null)
  const focused = useRef<Element>(null)
  const shown = useRef({ state, since: Number.NEGATIVE_INFINITY })
  useLayoutEffect(() => {
    if (shown.current.state === state) return
    shown.current = { state, since: performance.now() }
    const isLost = focused.current?.isConnected === false && document.activeElement === document.body
    if (isLost) heading.current?.focus({ preventScroll: true })
  }, [state])
  const guards = {
    onFocus: ({ target }: { target: Element }) => {
      focused.current = target
    },
    onClickCapture: (event: MouseEvent) => {
      // A click that a key makes has no detail.
      if (event.detail === 0 || performance.now() - shown.current.since >= SETTLING) return
      event.preventDefault()
      event.stopPropagation()
    },
  }
  return { heading, guards }
}

/** What the reader can do with the order as it is. */
function Acts({ view, isOpen }: { view: OrderView; isOpen: boolean }) {
  const [dialog, show] = useState<'purchasing' | 'cancel'>()
  const { as, canPayByCard, whyNotCancel, poNumber, state } = view
  const [isBusy, payByCard] = useAction({ act: () => finishOrder({ payBy: 'card' }), onDone: () => {} })
  const canSend = as === 'buyer' && (isOpen || state === 'invoiced')
  const canCancel = as === 'buyer' && whyNotCancel === null
  // A buyer who started a card payment probably wants to finish it.
  const isCardFirst = canPayByCard && state === 'awaiting_payment'
  const card = canPayByCard && (
    <Button variant={isCardFirst ? 'hero' : 'default'} isBusy={isBusy} onClick={() => void payByCard()}>
      {isBusy ? 'Opening the payment page...' : 'Pay by card'}
    </Button>
  )
  if (!isOpen && !canSend && !canPayByCard && !canCancel) return null
  return (
    <>
      {isCardFirst && <div className="mt-6">{card}</div>}
      {isOpen && <PoForm key={poNumber} isSecond={isCardFirst} />}
      <div className="mt-6 flex flex-wrap gap-3">
        {!isCardFirst && card}
        {canSend && (
          <Button variant="outline" onClick={() => show('purchasing')}>
            Send to purchasing
          </Button>
        )}
        {canCancel && (
          <Button variant="ghost" onClick={() => show('cancel')}>
            Cancel order
          </Button>
        )}
      </div>
      {dialog === 'purchasing' && <PurchasingDialog onClose={() => show(undefined)} />}
      {dialog === 'cancel' && <CancelDialog number={view.number} onClose={() => show(undefined)} />}
    </>
  )
}
