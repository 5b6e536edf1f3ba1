import type { Choice } from './library-choices.ts'

type ChoiceRowProps = {
  choice: Choice
  isChosen: boolean
  /** Why it cannot be chosen. One that is chosen can always be let go. */
  refusal: string | undefined
  onChange: (isChosen: boolean) => void
}

/** One entry of the library and whether it is chosen. */
export function ChoiceRow({ choice: { name, detail }, isChosen, refusal, onChange }: ChoiceRowProps) {
  const isOff = refusal !== undefined && !isChosen
  return (
    <li className="border-line border-b last:border-b-0">
      <label
        className={`flex min-h-12 items-center gap-3 px-3 py-2 leading-snug ${isOff ? 'cursor-not-allowed' : 'cursor-pointer hover:bg-[color-mix(in_srgb,var(--plate)_35%,transparent)]'}`}
      >
        <input
          type="checkbox"
          checked={isChosen}
          disabled={isOff}
          onChange={({ target }) => onChange(target.checked)}
          className="size-6 shrink-0 accent-(--tick)"
        />
        <span className="min-w-0 [overflow-wrap:anywhere]">
          <b className={`block ${isOff ? 'text-soft' : ''}`}>{name}</b>
          <span className="text-[.875rem] text-soft">{isOff ? refusal : detail}</span>
        </span>
      </label>
    </li>
  )
}
