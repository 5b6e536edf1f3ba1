import { cva, type VariantProps } from 'class-variance-authority'

/**
 * The looks a button may have. (product 9) Targets are at least 40 px high, 48 px by default. What public pages use is in
 * `src/styles/parts.css`.
 */
export const buttonClass = cva('btn', {
  variants: {
    variant: {
      hero: 'btn-hero label key',
      'hero-outline': 'label border-2 border-current bg-transparent hover:bg-on-enamel hover:text-enamel',
      industrial: 'btn-industrial label stripe',
      default: 'btn-default',
      destructive: 'bg-stop font-semibold text-on-stop hover:bg-[#8f1815]',
      outline: 'btn-outline',
      secondary: 'bg-plate font-semibold text-on-plate hover:bg-plate-line',
      ghost: 'font-semibold hover:bg-plate hover:text-on-plate',
      link: 'font-semibold underline underline-offset-4 hover:decoration-2',
    },
    size: {
      default: null,
      sm: 'btn-sm',
      lg: 'btn-lg',
      icon: 'btn-icon',
    },
  },
  defaultVariants: { variant: 'default', size: 'default' },
})

export type ButtonLook = VariantProps<typeof buttonClass>
