import { Button } from '#src/ui/Button.tsx'
import { Checkbox } from '#src/ui/Checkbox.tsx'
import { Dialog } from '#src/ui/Dialog.tsx'
import { KEY_HINTS as POST_HINTS } from '../screens/forum/queue-words.ts'
import { KEY_HINTS as PERSON_HINTS } from '../screens/users/queue-keys.ts'
import { KEYS_TITLE, SINGLE_KEYS } from './palette-words.ts'

type Hint = readonly [keys: readonly string[], what: string]

const EVERYWHERE: readonly Hint[] = [
  [['Ctrl K'], 'find a screen, a record or an action'],
  [['Ctrl S'], 'save the form in view'],
  [['/'], 'search the list'],
  [['?'], 'show this list'],
]
const LISTS: readonly (readonly [string, readonly Hint[]])[] = [
  ['Everywhere', EVERYWHERE],
  ['Accounts waiting for approval', PERSON_HINTS],
  ['Forum posts', POST_HINTS],
  [
    'Calendar',
    [
      [['←', '→'], 'day'],
      [['↑', '↓'], 'week'],
      [['Page Up', 'Page Down'], 'month'],
    ],
  ],
  ['Wishlist', [[['←', '→'], 'move a wish to the column beside it']]],
]

type KeysDialogProps = { isSingle: boolean; onSingle: (isOn: boolean) => void; onClose: () => void }

/** The keys that work here, and the switch for those of one character. (WCAG 2.1.4) */
export function KeysDialog({ isSingle, onSingle, onClose }: KeysDialogProps) {
  return (
    <Dialog
      isOpen
      title={KEYS_TITLE}
      onClose={onClose}
      actions={
        <Button variant="outline" onClick={onClose}>
          Close
        </Button>
      }
    >
      <Checkbox
        label={SINGLE_KEYS}
        hint="Turn this off if you use speech input. The keys of a queue work only while one of its entries has the focus."
        checked={isSingle}
        onChange={({ target }) => onSingle(target.checked)}
      />
      <div className="mt-2 grid gap-x-6 sm:grid-cols-2">
        {LISTS.map(([title, hints]) => (
          <section key={title} aria-label={title} className="mt-4 first:col-span-full">
            <h3 className="font-semibold">{title}</h3>
            <dl className="mt-2 grid grid-cols-[5rem_minmax(0,1fr)] gap-x-3 gap-y-1.5">
              {hints.map(([keys, what]) => (
                <div key={what} className="contents">
                  <dt>
                    {keys.map((key) => (
                      <kbd key={key} className="mr-1 rounded border border-line px-1.5 py-0.5 font-mono text-[.875rem]">
                        {key}
                      </kbd>
                    ))}
                  </dt>
                  <dd>{what}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  )
}
