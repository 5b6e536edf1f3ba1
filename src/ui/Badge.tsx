import { cva, type VariantProps } from 'class-variance-authority'
import type { ReactNode } from 'react'

const badgeClass = cva(
  'inline-flex items-center gap-1.5 whitespace-nowrap rounded border px-2 py-0.5 font-semibold text-[.8125rem] leading-5',
  {
    variants: {
      tone: {
        plain: 'border-line text-soft',
        good: 'border-line bg-enamel text-on-enamel',
        waiting: 'border-transparent bg-signal text-on-signal',
        bad: 'border-transparent bg-stop text-on-stop',
      },
    },
    defaultVariants: { tone: 'plain' },
  },
)

/** A state in a word. Its text says it; the color only helps. */
export function Badge({ tone, children }: VariantProps<typeof badgeClass> & { children: ReactNode }) {
  return <span className={badgeClass({ tone })}>{children}</span>
}
