import { cva, type VariantProps } from 'class-variance-authority'

/** The looks a button may have. (product 9) Targets are at least 40 px high, 48 px by default. */
export const buttonClass = cva(
  'inline-flex cursor-pointer items-center justify-center gap-2 rounded-md text-center no-underline [transition:background-color_.15s,color_.15s] disabled:cursor-not-allowed disabled:opacity-60',
  {
    variants: {
      variant: {
        hero: 'label key bg-signal text-on-signal hover:bg-signal-strong',
        'hero-outline': 'label border-2 border-current bg-transparent hover:bg-on-enamel hover:text-enamel',
        industrial:
          'label stripe bg-on-signal text-signal hover:bg-[#3a2f10] dark:bg-[#2e2710] dark:hover:bg-[#42381a]',
        default: 'bg-ink font-semibold text-ground hover:bg-soft',
        destructive: 'bg-stop font-semibold text-on-stop hover:bg-[#8f1815]',
        outline: 'border-2 border-current font-semibold hover:bg-ink hover:text-ground',
        secondary: 'bg-plate font-semibold text-on-plate hover:bg-plate-line',
        ghost: 'font-semibold hover:bg-plate hover:text-on-plate',
        link: 'font-semibold underline underline-offset-4 hover:decoration-2',
      },
      size: {
        default: 'min-h-12 px-5 py-2',
        sm: 'min-h-10 px-4 py-1.5 text-[.9375rem]',
        lg: 'min-h-15 px-[min(2rem,6vw)] py-3',
        icon: 'size-12',
      },
    },
    compoundVariants: [
      { variant: ['hero', 'hero-outline', 'industrial'], size: ['default', 'icon'], className: 'text-[1.25rem]' },
      { variant: ['hero', 'hero-outline', 'industrial'], size: 'lg', className: 'text-[1.5rem]' },
      {
        variant: ['default', 'destructive', 'outline', 'secondary', 'ghost', 'link'],
        size: 'lg',
        className: 'text-[1.125rem]',
      },
    ],
    defaultVariants: { variant: 'default', size: 'default' },
  },
)

export type ButtonLook = VariantProps<typeof buttonClass>
