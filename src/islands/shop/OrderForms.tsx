import { z } from 'zod'
import { ASK_TO_CANCEL, CONFIRM_ON_INVOICE, PURCHASING_LEAD } from '#src/contract/order-words.ts'
import { orderCancel, poNumber, purchasingInput } from '#src/contract/shop-order.ts'
import { Button } from '#src/ui/Button.tsx'
import { Dialog } from '#src/ui/Dialog.tsx'
import { TextArea } from '#src/ui/TextArea.tsx'
import { TextInput } from '#src/ui/TextInput.tsx'
import { Form } from '../forms/Form.tsx'
import { notify } from '../toasts.ts'
import { cancelOrder, finishOrder, sendToPurchasing } from './order.ts'

const poForm = z.strictObject({ poNumber })

/** Gives the PO number of an order that waits for it: the order is invoiced at once. `isSecond` where paying by card comes first. */
export function PoForm({ isSecond }: { isSecond: boolean }) {
  return (
    <div className="mt-6 max-w-md">
      <Form
        schema={poForm}
        send={(input) => finishOrder({ payBy: 'invoice', poNumber: input.poNumber })}
        onDone={() => notify({ kind: 'success', message: 'The order is confirmed, and the invoice is below.' })}
        wording={{ failed: 'The PO number could not be sent. Please try again.' }}
        label={CONFIRM_ON_INVOICE}
        busyLabel="Confirming..."
        look={{ variant: isSecond ? 'outline' : 'hero' }}
      >
        {(errors) => (
          <TextInput
            name="poNumber"
            label="PO number"
            autoComplete="off"
            spellCheck={false}
            required
            error={errors.poNumber}
          />
        )}
      </Form>
    </div>
  )
}

type DialogProps = { onClose: () => void }

/** Sends somebody in purchasing a link with which they finish the order. */
export function PurchasingDialog({ onClose }: DialogProps) {
  return (
    <Dialog isOpen title="Send to purchasing" description={PURCHASING_LEAD} onClose={onClose}>
      <Form
        schema={purchasingInput.omit({ token: true })}
        send={sendToPurchasing}
        onDone={(_, { email }) => {
          notify({ kind: 'success', title: 'Link sent', message: email })
          onClose()
        }}
        wording={{ failed: 'The link could not be sent. Please try again.' }}
        label="Send the link"
        busyLabel="Sending..."
        look={{ variant: 'default' }}
        actions={
          <Button variant="outline" onClick={onClose}>
            Close
          </Button>
        }
      >
        {(errors) => (
          <>
            <TextInput
              name="email"
              label="Email of purchasing"
              type="email"
              inputMode="email"
              autoCapitalize="none"
              spellCheck={false}
              required
              error={errors.email}
            />
            <TextArea name="note" label="Note (optional)" rows={3} error={errors.note} />
          </>
        )}
      </Form>
    </Dialog>
  )
}

/** Asks before the order is cancelled. */
export function CancelDialog({ number, onClose }: DialogProps & { number: string }) {
  return (
    <Dialog isOpen title={`Cancel order ${number}?`} description={ASK_TO_CANCEL} onClose={onClose}>
      <Form
        schema={orderCancel.omit({ token: true })}
        send={({ reason }) => cancelOrder(reason)}
        onDone={() => {
          notify({ kind: 'success', message: 'The order is cancelled.' })
          onClose()
        }}
        wording={{ failed: 'The order could not be cancelled. Please try again.' }}
        label="Cancel order"
        busyLabel="Cancelling..."
        look={{ variant: 'destructive' }}
        actions={
          <Button variant="outline" onClick={onClose} data-focus-first>
            Keep the order
          </Button>
        }
      >
        {(errors) => <TextArea name="reason" label="Reason (optional)" rows={2} error={errors.reason} />}
      </Form>
    </Dialog>
  )
}
