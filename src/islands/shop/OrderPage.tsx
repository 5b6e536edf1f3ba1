import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { LINK_DEAD } from '#src/contract/dead-link.ts'
import { NEW_LINK_LEAD } from '#src/contract/order-words.ts'
import { newOrderLinks, ORDER_LINKS_SENT } from '#src/contract/shop-order.ts'
import type { OrderView } from '#src/contract/shop-order-view.ts'
import { Button } from '#src/ui/Button.tsx'
import { ErrorBoundary } from '#src/ui/ErrorBoundary.tsx'
import { Skeleton } from '#src/ui/Skeleton.tsx'
import { TextInput } from '#src/ui/TextInput.tsx'
import { Outcome } from '../auth/CardHeader.tsx'
import { request } from '../call.ts'
import { Form } from '../forms/Form.tsx'
import { DeadLink } from '../resource/LinkOutcome.tsx'
import { Toasts } from '../Toasts.tsx'
import { notify } from '../toasts.ts'
import { OrderFacts } from './OrderFacts.tsx'
import { OrderNews } from './OrderNews.tsx'
import { OrderSheet } from './OrderSheet.tsx'
import { openFromAddress, order } from './order.ts'

/** Everything at /shop/order: an order behind the link of its buyer or of purchasing. (decision 0060) */
export function OrderPage() {
  useEffect(openFromAddress, [])
  return (
    <ErrorBoundary>
      <Toasts />
      <OrderPageView />
    </ErrorBoundary>
  )
}

const HEADING = 'display mb-6 text-[clamp(2.5rem,6vw,4rem)] wrap-anywhere print:hidden'

/** Each state of the page. */
function OrderPageView() {
  const state = useStore(order.$state, { ssr: 'initial' })
  if (state.status === 'ready') return <Opened view={state.value} />
  if (state.status === 'loading') return <Loading />
  return (
    <>
      <h1 className={HEADING}>Your order</h1>
      <div className="plate max-w-2xl px-5 pt-3 pb-7 sm:px-9 sm:pt-5 sm:pb-9">
        {order.explain(state.fault) === 'failed' ? <Failed detail={state.fault.detail} /> : <NewLink />}
      </div>
    </>
  )
}

function Loading() {
  return (
    <div aria-busy="true" className="grid gap-5">
      <span className="sr-only">Loading your order</span>
      <Skeleton className="h-12 w-64" />
      <Skeleton className="h-40 w-full" />
      <Skeleton className="h-64 w-full" />
    </div>
  )
}

function Failed({ detail }: { detail: string }) {
  return (
    <Outcome role="alert" title="The order could not load">
      <p>{detail}</p>
      <Button onClick={() => void order.load()} className="mt-6 w-full">
        Try again
      </Button>
    </Outcome>
  )
}

/** Shown for a link that does not work, whatever the reason, with a form that asks for new ones. Everyone sees the same words. */
function NewLink() {
  return (
    <DeadLink
      next={
        <Form
          schema={newOrderLinks}
          send={(json) => request('POST', '/api/shop/new-links', { json })}
          onDone={() => notify({ kind: 'success', title: 'Check your email', message: ORDER_LINKS_SENT })}
          wording={{ failed: 'Your request could not be sent. Please try again.' }}
          label="Email me new links"
          busyLabel="Sending..."
        >
          {({ email }) => (
            <TextInput
              label="Email"
              name="email"
              type="email"
              inputMode="email"
              autoComplete="email"
              autoCapitalize="none"
              spellCheck={false}
              required
              error={email}
            />
          )}
        </Form>
      }
    >
      {LINK_DEAD} {NEW_LINK_LEAD}
    </DeadLink>
  )
}

function Opened({ view }: { view: OrderView }) {
  return (
    <>
      <h1 className={HEADING}>Order {view.number}</h1>
      <OrderNews view={view} />
      <div className="mt-10 grid gap-x-14 gap-y-10 lg:grid-cols-[minmax(0,1fr)_minmax(0,20rem)] print:mt-0 print:block">
        <OrderSheet view={view} />
        <OrderFacts view={view} />
      </div>
    </>
  )
}
