import { z } from 'zod'

/** Body of `PUT /api/admin/figure-wishes`: which figures an administrator wants by email. */
export const figureWish = z.strictObject({ weekly: z.boolean(), afterEvents: z.boolean() })
export type FigureWish = z.output<typeof figureWish>

/** What the administrator wants, and whether a workflow that is on sends it. */
export type FigureWishAnswer = FigureWish & { isSent: FigureWish }

/** How each is offered, and what it is. */
export const FIGURE_WISH_WORDS = {
  weekly: ['Email me the figures every Monday', 'Visitors, sources, pages and upcoming events of the week before.'],
  afterEvents: ['Email me how an event went', 'Two days after each event, beside the average of earlier ones.'],
} as const satisfies Record<keyof FigureWish, readonly [string, string]>

/** Follows what is wanted while no workflow sends it. */
export const FIGURES_NOT_SENT = 'The workflow that sends this email is off or paused.'
/** The title of the two choices, and what a saved one is answered with. */
export const FIGURE_WISH_TITLE = 'Figures by email'
export const FIGURE_WISH_SAVED = 'Choice saved'

/** Why figures that waited to be delivered were not. */
export const NO_LONGER_ADMINISTRATOR = 'The recipient is no longer an administrator.'
