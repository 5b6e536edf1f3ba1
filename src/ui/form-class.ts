import { cva, type VariantProps } from 'class-variance-authority'

/** The style of a text field. Its text is never under 16 px, so that phones do not zoom into it. */
export const inputClass = cva(
  'block min-h-13 w-full rounded-md border-2 bg-surface px-3.5 py-2 text-[1.0625rem] text-ink placeholder:text-soft disabled:opacity-60',
  {
    variants: {
      isInvalid: { true: 'border-stop-ink', false: 'border-soft hover:border-ink' },
      look: { text: '', code: 'font-mono text-[1.5rem] tracking-[.2em]' },
    },
    defaultVariants: { isInvalid: false, look: 'text' },
  },
)

export type InputLook = VariantProps<typeof inputClass>
