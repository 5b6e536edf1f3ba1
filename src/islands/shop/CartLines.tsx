import { useId, useRef, useState } from 'react'
import { formatCents } from '#src/contract/money.ts'
import { type Delivery, MOST_PIECES } from '#src/contract/order-state.ts'
import type { QuotedLine } from '#src/contract/shop-order.ts'
import { QUANTITY_RANGE, sayProblem } from '#src/contract/shop-words.ts'
import { Button } from '#src/ui/Button.tsx'
import { FieldError } from '#src/ui/Field.tsx'
import { inputClass } from '#src/ui/form-class.ts'
import { notify } from '../toasts.ts'
import { CART_NOT_KEPT, type CartItem, putBack, setQuantity } from './cart.ts'

type CartLinesProps = { cart: readonly CartItem[]; quoted: readonly QuotedLine[]; delivery: Delivery }

/** What is in the cart, with what keeps a line from being ordered. */
export function CartLines({ cart, quoted, delivery }: CartLinesProps) {
  const list = useRef<HTMLUListElement>(null)
  const remove = (item: CartItem, at: number) => {
    if (!setQuantity(item.variantId, 0)) return notify({ kind: 'error', message: CART_NOT_KEPT })
    notify({ kind: 'success', message: `${item.title} was removed.`, undo: () => putBack(item, at), duration: 10_000 })
    // The button that was pressed is gone.
    requestAnimationFrame(() => document.querySelector<HTMLElement>('main h1[tabindex]')?.focus())
  }
  return (
    <ul ref={list} className="border-line border-t">
      {cart.map((item, at) => (
        <Line
          key={item.variantId}
          item={item}
          quoted={quoted.find(({ variantId }) => variantId === item.variantId)}
          delivery={delivery}
          onRemove={() => remove(item, at)}
        />
      ))}
    </ul>
  )
}

type LineProps = { item: CartItem; quoted: QuotedLine | undefined; delivery: Delivery; onRemove: () => void }

function Line({ item, quoted, delivery, onRemove }: LineProps) {
  const { variantId, quantity, sku, path } = item
  // What is no longer sold has no texts and no price: the cart still has those of its page.
  const { title, label } = quoted && quoted.problem !== 'gone' ? quoted : item
  const unitCents = quoted && quoted.problem !== 'gone' ? quoted.unitCents : item.priceCents
  const problem = quoted && sayProblem(quoted, delivery)
  const available = quoted?.available ?? 0
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-6 gap-y-3 border-line border-b py-5">
      <div className="min-w-0 wrap-anywhere">
        <p className="font-semibold text-[1.125rem] leading-snug">
          {path && problem === undefined ? (
            <a href={path} className="-my-2 inline-block py-2 underline-offset-4 hover:underline">
              {title}
            </a>
          ) : (
            title
          )}
        </p>
        {label !== '' && <p className="leading-snug">{label}</p>}
        <p className="mt-1 text-[.9375rem] text-soft leading-snug">
          {sku}, <span className="whitespace-nowrap">{formatCents(unitCents)} each</span>
        </p>
      </div>
      <p className="pt-px text-right font-semibold text-[1.125rem] tabular-nums">{formatCents(unitCents * quantity)}</p>
      <div className="col-span-2 flex flex-wrap items-center gap-x-4 gap-y-2">
        <Quantity variantId={variantId} quantity={quantity} name={title} />
        <Button variant="ghost" size="sm" onClick={onRemove} className="min-h-11!">
          Remove<span className="sr-only"> {title}</span>
        </Button>
      </div>
      {problem && (
        <div
          role="alert"
          className="col-span-2 flex flex-wrap items-center gap-x-4 gap-y-2 font-semibold text-stop-ink"
        >
          <p className="flex gap-2 leading-snug">
            <span aria-hidden="true" className="hazard-stop mt-0.5 w-1.5 shrink-0 rounded-sm" />
            {problem}
          </p>
          {quoted?.problem === 'not_enough' && available > 0 && (
            <Button variant="outline" size="sm" onClick={() => setQuantity(variantId, available)} className="min-h-11!">
              Order {available}
            </Button>
          )}
        </div>
      )}
    </li>
  )
}

type QuantityProps = { variantId: string; quantity: number; name: string }

const QUANTITY = /^[1-9]\d?$/

/** How many pieces. Text that is no quantity changes nothing, and is the last quantity again once the field is left. */
function Quantity({ variantId, quantity, name }: QuantityProps) {
  const [typed, setTyped] = useState<string>()
  const errorId = useId()
  const isInvalid = typed !== undefined && typed.trim() !== '' && !QUANTITY.test(typed.trim())
  const change = (text: string) => {
    setTyped(text)
    if (QUANTITY.test(text.trim())) setQuantity(variantId, Number(text))
  }
  const step = (by: number) => {
    setTyped(undefined)
    setQuantity(variantId, quantity + by)
  }
  return (
    <>
      <div className="flex items-center gap-1.5">
        <Step name={`One less: ${name}`} isOver={quantity <= 1} onPress={() => step(-1)}>
          −
        </Step>
        <label>
          <span className="sr-only">Quantity of {name}</span>
          <input
            type="text"
            inputMode="numeric"
            autoComplete="off"
            maxLength={2}
            value={typed ?? quantity}
            onChange={({ target }) => change(target.value)}
            onBlur={() => setTyped(undefined)}
            aria-invalid={isInvalid || undefined}
            aria-describedby={isInvalid ? errorId : undefined}
            className={inputClass({ isInvalid, className: 'min-h-11! w-14! px-1! py-1! text-center tabular-nums' })}
          />
        </label>
        <Step name={`One more: ${name}`} isOver={quantity >= MOST_PIECES} onPress={() => step(1)}>
          +
        </Step>
      </div>
      {isInvalid && (
        <div className="order-last basis-full">
          <FieldError id={errorId}>{QUANTITY_RANGE}</FieldError>
        </div>
      )}
    </>
  )
}

type StepProps = { name: string; isOver: boolean; onPress: () => void; children: string }

/** A square button that a finger in a glove hits. */
function Step({ name, isOver, onPress, children }: StepProps) {
  return (
    <Button
      variant="outline"
      disabled={isOver}
      onClick={onPress}
      aria-label={name}
      className="size-11! p-0! text-[1.25rem]"
    >
      {children}
    </Button>
  )
}
