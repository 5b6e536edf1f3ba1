import { type ReactNode, useId } from 'react'
import { Button } from '#src/ui/Button.tsx'

type ActionButtonProps = {
  children: ReactNode
  onClick: () => void
  /** Why the action is not possible; shown next to the button. */
  refusal?: string | null | undefined
  isBusy?: boolean
  variant?: 'default' | 'destructive' | 'outline'
}

/** An action, or the reason why it is not possible. It is never hidden. */
export function ActionButton({
  children,
  onClick,
  refusal = null,
  isBusy = false,
  variant = 'outline',
}: ActionButtonProps) {
  const id = useId()
  return (
    <span className="inline-flex flex-wrap items-center gap-x-3 gap-y-1">
      <Button
        size="sm"
        variant={variant}
        disabled={refusal !== null}
        isBusy={isBusy}
        aria-describedby={refusal === null ? undefined : id}
        onClick={onClick}
      >
        {children}
      </Button>
      {refusal !== null && (
        <span id={id} className="text-[.9375rem] text-soft leading-snug">
          {refusal}
        </span>
      )}
    </span>
  )
}
